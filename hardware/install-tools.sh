#!/usr/bin/env bash
# Installs what draws and checks the hardware on a bare Debian 12: KiCad 9 (from backports; Debian's own KiCad 6 has
# no kicad-cli), OpenSCAD with a virtual display, Graphviz, Poppler. Python packages: WireViz, into .venv when there.
set -e
as_root=""
[ "$(id -u)" = 0 ] || as_root="sudo"
codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
if [ "$codename" = bookworm ] && ! grep -rqs "bookworm-backports" /etc/apt/sources.list /etc/apt/sources.list.d; then
  printf 'Types: deb\nURIs: http://deb.debian.org/debian\nSuites: bookworm-backports\nComponents: main\nSigned-By: %s\n' \
    /usr/share/keyrings/debian-archive-keyring.gpg | $as_root tee /etc/apt/sources.list.d/backports.sources >/dev/null
fi
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
from=()
[ "$codename" = bookworm ] && from=(-t bookworm-backports)
$as_root apt-get install -y -qq --no-install-recommends "${from[@]}" kicad kicad-symbols kicad-footprints >/dev/null
$as_root apt-get install -y -qq --no-install-recommends openscad xvfb xauth graphviz poppler-utils >/dev/null
venv="$(dirname "$0")/../.venv"
[ -x "$venv/bin/pip" ] && "$venv/bin/pip" install --quiet --disable-pip-version-check --editable "$venv/..[hardware]"
kicad-cli version
