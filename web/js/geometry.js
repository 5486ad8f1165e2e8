// Where cells lie: numbers, coordinates, steps from one to another, boxes between two.
//
// Cells are numbered along a row, row after row, layer after layer.

/** The number of cells along each axis. */
export function sidesOf(card) {
  if (card.sides) return card.sides;
  const sides = card.layers > 1 ? [card.columns, card.rows, card.layers] : [card.columns, card.rows];
  const cells = sides.reduce((product, side) => product * side, 1);
  // Edges and corners come after the cells.
  return cells === card.cells || card.slots ? sides : [card.cells, 1];
}

/** The coordinates of a cell. */
export function coordinates(sides, cell) {
  return sides.map((side) => {
    const along = cell % side;
    cell = Math.floor(cell / side);
    return along;
  });
}

/** The cell at coordinates. */
export function cellAt(sides, place) {
  return sides.reduceRight((cell, side, axis) => cell * side + place[axis], 0);
}

/** The cell a step along an axis, or the same at the edge. */
export function step(sides, cell, axis, by) {
  if (axis >= sides.length) return cell;
  const place = coordinates(sides, cell);
  place[axis] = Math.min(Math.max(place[axis] + by, 0), sides[axis] - 1);
  return cellAt(sides, place);
}

/** The cells of the box with these two corners, ascending. */
export function box(sides, one, other) {
  const a = coordinates(sides, one);
  const b = coordinates(sides, other);
  let places = [[]];
  sides.forEach((_, axis) => {
    const [from, to] = [Math.min(a[axis], b[axis]), Math.max(a[axis], b[axis])];
    places = places.flatMap((place) =>
      Array.from({ length: to - from + 1 }, (_, i) => [...place, from + i]),
    );
  });
  return places.map((place) => cellAt(sides, place)).sort((x, y) => x - y);
}

/** The axes that distinguish layers when a layer shows the axes `across` and `down`. */
export function otherAxes(sides, { across, down }) {
  return sides.map((_, axis) => axis).filter((axis) => axis !== across && axis !== down);
}

/** The number of the layer that a cell lies in. */
export function layerOf(sides, look, cell) {
  const place = coordinates(sides, cell);
  return otherAxes(sides, look).reduceRight((layer, axis) => layer * sides[axis] + place[axis], 0);
}

/** The number of layers. */
export function layerCount(sides, look) {
  return otherAxes(sides, look).reduce((product, axis) => product * sides[axis], 1);
}

const READABLE = 0.5;

/**
 * The number of layers of a size in a row so that all of them are largest in the room; if that is too small to read,
 * as many as can be read, and the rest is scrolled to.
 */
export function layersInRow(layers, [width, height], [roomAcross, roomDown]) {
  const scale = (inRow) => Math.min(roomAcross / (inRow * width), roomDown / (Math.ceil(layers / inRow) * height));
  let best = 1;
  for (let inRow = 2; inRow <= layers; inRow += 1) if (scale(inRow) > scale(best)) best = inRow;
  if (scale(best) >= READABLE) return best;
  return Math.min(Math.max(Math.floor(roomAcross / (0.6 * width)), 1), layers);
}

const AXES = ["column", "row", "layer"];

/** The name of an axis. */
export function axisName(axis) {
  return AXES[axis] ?? `axis ${axis + 1}`;
}

/** A cell in words: "row 3, column 4". */
export function cellName(sides, cell) {
  if (sides.length === 2 && cell >= sides[0] * sides[1]) return jointName(sides, cell - sides[0] * sides[1]);
  const names = coordinates(sides, cell).map((at, axis) => `${axisName(axis)} ${at + 1}`);
  const [column, row, ...others] = names;
  return [...others, row, column].join(", ");
}

/** An edge or a corner in words. */
function jointName([columns, rows], number) {
  const level = (rows + 1) * columns;
  const upright = rows * (columns + 1);
  if (number < level) return `edge above row ${Math.floor(number / columns) + 1}, column ${(number % columns) + 1}`;
  const width = columns + 1;
  const within = number < level + upright ? number - level : number - level - upright;
  const [row, column] = [Math.floor(within / width) + 1, (within % width) + 1];
  return number < level + upright ? `edge left of row ${row}, column ${column}` : `corner before row ${row}, column ${column}`;
}
