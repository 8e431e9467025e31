// A SharedWorker: one stream for all pages of a browser, since a browser gives one server six connections (HTTP/1.1).
// A page in sight asks for its stream's address, and again and again; one out of sight says "". While none asks there
// is no stream.

const SILENCE_MS = 7000; // as in live.js
const GONE_MS = 90_000; // a page that asked for so long no more was killed
const GATHER_MS = 30; // pages that open together open one stream
const pages = new Map(); // port → the address it wants, when it asked
let source = null;
let addresses = []; // what the stream carries
let lastWord = 0;
let gathering = 0;

function send(message, address) {
  for (const [port, page] of pages) if (address === undefined || page.address === address) port.postMessage(message);
}

function open() {
  gathering = 0;
  source?.close();
  source = null;
  addresses = [...new Set([...pages.values()].map((page) => page.address))].sort();
  if (!addresses.length) return;
  lastWord = performance.now();
  source = new EventSource(`/live/together?${new URLSearchParams(addresses.map((address) => ["of", address]))}`);
  source.onerror = () => send({ name: "error" });
  addresses.forEach((address, place) => {
    for (const name of ["snapshot", "table", "pulse"]) {
      source.addEventListener(`${name} ${place}`, (event) => {
        lastWord = performance.now();
        send({ name, data: event.data }, address);
      });
    }
  });
}

function gather() {
  if (!gathering) gathering = setTimeout(open, GATHER_MS);
}

function drop(port) {
  if (pages.delete(port) && !pages.size) gather();
}

addEventListener("connect", ({ ports: [port] }) => {
  port.onmessage = ({ data: address }) => {
    if (!address) {
      drop(port);
      return;
    }
    const isNew = pages.get(port)?.address !== address;
    pages.set(port, { address, at: performance.now() });
    if (isNew) gather(); // a page begins with a snapshot
  };
});

setInterval(() => {
  const now = performance.now();
  for (const [port, page] of pages) if (now - page.at > GONE_MS) drop(port);
  const isSilent = now - lastWord > SILENCE_MS;
  if (source && (isSilent || source.readyState === EventSource.CLOSED)) open();
}, 1000);
