// Runs tests/run_portable.py on MicroPython's WebAssembly port: node run_portable.mjs PORT FILES, in the project's
// root. PORT is the port's micropython.mjs. Its words have 32 bits, as the ESP32's.
import { readFileSync, readdirSync, statSync } from "node:fs";

const HEAP_BYTES = 16 * 1024 * 1024;
const [port, ...files] = process.argv.slice(2);
const { loadMicroPython } = await import(port);
const python = await loadMicroPython({
  heapsize: HEAP_BYTES,
  linebuffer: true,
  stdout: (line) => console.log(line),
});

function copy(path) {
  if (!statSync(path).isDirectory()) {
    python.FS.writeFile(path, readFileSync(path));
    return;
  }
  python.FS.mkdir(path);
  for (const name of readdirSync(path)) {
    if (name !== "__pycache__") copy(`${path}/${name}`);
  }
}

for (const path of ["tests", "host_tools"]) python.FS.mkdir(path);
for (const path of ["firmware", "host_tools/simulator", "tests/portable", "tests/run_portable.py"]) copy(path);
// This port has neither sys.argv nor an environment.
python.globals.set("files", files);
python.runPython(`
import os, sys
os.getenv = lambda name, default=None: default
drawn = [0]
def urandom(count):
    drawn[0] += 1
    return drawn[0].to_bytes(count, "big")
os.urandom = urandom
class Collector:
    "A module gc that tells nothing: the port collects only when Python has ended."
    collect = disable = enable = staticmethod(lambda: 0)
sys.modules["gc"] = Collector
sys.path[:] = ["firmware", "tests", ".frozen"]
import run_portable
run_portable.lacking = ("VfsLfs2", "'asyncio' has no attribute 'run'", "no module named 'socket'")
is_good = run_portable.run_all(list(files))
`);
// Node may stay when all has run: the port leaves things open.
process.exit(python.globals.get("is_good") ? 0 : 1);
