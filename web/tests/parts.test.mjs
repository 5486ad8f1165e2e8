// The parts that need no browser: the places of cells, and the offline cache.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import test from "node:test";
import * as geometry from "../js/geometry.js";
import { WEB } from "./server.mjs";

test("cells and coordinates are each other's inverse on boards of any number of axes", () => {
  for (const sides of [[9, 9], [3, 5], [2, 3, 4], [2, 2, 3, 2]]) {
    const cells = sides.reduce((a, b) => a * b, 1);
    for (let cell = 0; cell < cells; cell += 1) {
      assert.equal(geometry.cellAt(sides, geometry.coordinates(sides, cell)), cell);
    }
  }
});

test("steps stop at the edge", () => {
  assert.equal(geometry.step([9, 9], 8, 0, 1), 8);
  assert.equal(geometry.step([9, 9], 8, 1, 1), 17);
  assert.equal(geometry.step([4, 4, 4], 0, 2, 1), 16);
  assert.equal(geometry.step([9, 9], 3, 2, 1), 3);
});

test("a box has all cells between its corners, whichever two they are", () => {
  assert.deepEqual(geometry.box([8, 8], 0, 9), [0, 1, 8, 9]);
  assert.deepEqual(geometry.box([8, 8], 1, 8), [0, 1, 8, 9]);
  assert.equal(geometry.box([3, 3, 3], 0, 26).length, 27);
});

test("layers are told apart by the axes that they do not show", () => {
  const look = { across: 0, down: 2 };
  assert.equal(geometry.layerCount([4, 3, 5], look), 3);
  assert.equal(geometry.layerOf([4, 3, 5], look, geometry.cellAt([4, 3, 5], [1, 2, 3])), 2);
});

test("layers stand side by side so that they are large, and are scrolled to where there is no room", () => {
  assert.equal(geometry.layersInRow(4, [190, 220], [790, 300]), 4);
  assert.equal(geometry.layersInRow(4, [190, 220], [500, 700]), 2);
  assert.equal(geometry.layersInRow(8, [350, 380], [320, 500]), 1);
});

test("cells are named by what people call their axes", () => {
  assert.equal(geometry.cellName([9, 9], 12), "row 2, column 4");
  assert.equal(geometry.cellName([4, 4, 4], 21), "layer 2, row 2, column 2");
});

test("the service worker keeps every file of the page and no other", async () => {
  const source = await readFile(join(WEB, "sw.js"), "utf8");
  const listed = [...source.match(/const FILES = \[(.*?)\];/s)[1].matchAll(/"(.*?)"/g)].map(([, file]) => file);
  const found = [];
  const walk = async (folder) => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const name = relative(WEB, path);
      if (entry.name.startsWith(".") || ["tests", "node_modules"].includes(name)) continue;
      if (entry.isDirectory()) await walk(path);
      else found.push(name);
    }
  };
  await walk(WEB);
  const aside = ["index.html", "sw.js", "package.json", "package-lock.json"];
  const wanted = new Set([...found.filter((file) => !aside.includes(file)), "./", "tilewright.wasm"]);
  assert.deepEqual(listed.toSorted(), [...wanted].sort());
});

test("the page asks for nothing from elsewhere and runs no inline script", async () => {
  const html = await readFile(join(WEB, "index.html"), "utf8");
  assert.doesNotMatch(html, /(?:src|href)="(?:https?:)?\/\//);
  assert.doesNotMatch(html, /<script(?![^>]*src=)/);
  assert.doesNotMatch(html, / on[a-z]+="| style="/);
  assert.match(html, /default-src 'none'/);
});
