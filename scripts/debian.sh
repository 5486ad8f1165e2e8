#!/bin/sh
# Builds a Debian package of the command: target/debian/tilewright_VERSION_ARCH.deb
#
# It has the command with all features (scripts/release.sh builds it, or TILEWRIGHT_BINARY names one that is built), its manual page,
# completions, licences and changelog. It needs dpkg-deb, which every Debian has.
set -eu
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")

if [ -z "${TILEWRIGHT_BINARY:-}" ]; then
    sh scripts/release.sh
    TILEWRIGHT_BINARY=$target/shipped/tilewright
fi
version=$("$TILEWRIGHT_BINARY" --version | cut -d' ' -f2)
machine=$(dpkg --print-architecture)
root=$target/debian/root
rm -rf "$root"
mkdir -p "$root/DEBIAN" "$root/usr/bin" "$root/usr/share/man/man1" "$root/usr/share/doc/tilewright" \
    "$root/usr/share/bash-completion/completions" "$root/usr/share/zsh/vendor-completions" \
    "$root/usr/share/fish/vendor_completions.d"

install -m 755 "$TILEWRIGHT_BINARY" "$root/usr/bin/tilewright"
"$TILEWRIGHT_BINARY" man | gzip -9n >"$root/usr/share/man/man1/tilewright.1.gz"
"$TILEWRIGHT_BINARY" completions bash >"$root/usr/share/bash-completion/completions/tilewright"
"$TILEWRIGHT_BINARY" completions zsh >"$root/usr/share/zsh/vendor-completions/_tilewright"
"$TILEWRIGHT_BINARY" completions fish >"$root/usr/share/fish/vendor_completions.d/tilewright.fish"
gzip -9nc CHANGELOG.md >"$root/usr/share/doc/tilewright/changelog.gz"
cp README.md "$root/usr/share/doc/tilewright/README.md"
{
    echo "Tilewright may be used under the MIT licence or the Apache License 2.0, at your choice."
    echo
    cat LICENSE-MIT
    echo
    echo "On Debian systems the Apache License 2.0 is in /usr/share/common-licenses/Apache-2.0."
} >"$root/usr/share/doc/tilewright/copyright"
find "$root" -type d -exec chmod 755 {} +
find "$root/usr/share" -type f -exec chmod 644 {} +

size=$(du -sk "$root/usr" | cut -f1)
# The libraries that the command is linked with; their oldest versions are those of the system that built it.
libc=$(dpkg-query -W -f '${Version}' libc6 | cut -d- -f1)
cat >"$root/DEBIAN/control" <<END
Package: tilewright
Version: $version
Architecture: $machine
Maintainer: The maintainers of Tilewright <tilewright@localhost>
Installed-Size: $size
Depends: libc6 (>= $libc), libgcc-s1, libstdc++6
Section: games
Priority: optional
Description: solves, counts, generates, explains and proves tile puzzles
 One engine for Sudoku in any number of dimensions, nonograms, loops, islands,
 Shikaku, road tiles, exact cover, and puzzles of your own rules. It says
 "unique" or a number only when it has proved it.
END
package=$target/debian/tilewright_${version}_$machine.deb
dpkg-deb --root-owner-group --build "$root" "$package" >&2
echo "$package"
