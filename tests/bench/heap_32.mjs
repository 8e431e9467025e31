// Runs the steps of heap_32.py on MicroPython's WebAssembly port: node heap_32.mjs PORT PLAN. PORT is the port's
// micropython.mjs. PLAN, a file of JSON: "files", path on the board by path here; "steps", name and Python text.
// Prints one line of JSON: for each step, the bytes in use at its end and, after a collection, still held.
import { readFileSync } from "node:fs";

const HEAP_BYTES = 4 * 1024 * 1024;
const [port, plan] = process.argv.slice(2);
const { files, steps } = JSON.parse(readFileSync(plan));
const { loadMicroPython } = await import(port);
const python = await loadMicroPython({ heapsize: HEAP_BYTES, linebuffer: true, stdout: () => {} });
for (const [target, source] of Object.entries(files)) python.FS.writeFile(target, readFileSync(source));

const use = {};
for (const [name, text] of steps) {
  // This port collects only between two programs.
  python.runPython(`${text}\nimport gc\nused = gc.mem_alloc()\ngc.collect()\n`);
  const reached = python.globals.get("used");
  python.runPython("used = gc.mem_alloc()");
  use[name] = [reached, python.globals.get("used")];
}
console.log(JSON.stringify(use));
