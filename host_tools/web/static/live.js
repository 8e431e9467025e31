// The stream from the server: its time, its state, and whether it can be believed.

const SILENCE_MS = 7000; // the server speaks every 2 s; this long without a word and the stream is lost
const SAMPLES = 30;

export const setup = JSON.parse(document.getElementById("setup").textContent);

/** Fills {n} and {unit} of a word for an age or a wait in ms. */
export function spell(word, ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [n, unit] =
    seconds < 90 ? [seconds, "second"] : seconds < 5400 ? [Math.floor(seconds / 60), "minute"] : [Math.floor(seconds / 3600), "hour"];
  return setup.words[word].replace("{n}", n).replace("{unit}", setup.words[unit]);
}

const plurals = new Intl.PluralRules(document.documentElement.lang);
const numbers = new Intl.NumberFormat(document.documentElement.lang);

/** A word that counts, in the form that this number has in the page's language. */
export function tally(word, n) {
  const forms = setup.words[word];
  return (forms[plurals.select(n)] ?? forms.other).replace("{n}", numbers.format(n));
}

// A message is never early, only late: of the last samples the one with the largest offset is the least late.
const STEP_MS = 60_000;
const offsets = [];

function sample(serverMs) {
  const offset = serverMs - performance.now();
  // Another server, or one that has taken other collectors' time over: what came before says nothing.
  if (offsets.length && Math.abs(offset - offsets.at(-1)) > STEP_MS) offsets.length = 0;
  offsets.push(offset);
  if (offsets.length > SAMPLES) offsets.shift();
}

/** The server's time now, ms since the epoch. */
export function serverNow() {
  return offsets.length ? Math.max(...offsets) + performance.now() : Date.now();
}

const ASK_MS = 20_000; // a page in sight says so again
const AWAY_MS = 5000; // a page out of sight for so long gives its stream back

/** A stream of this page alone, where the browser has no SharedWorker. */
function ownStream(take) {
  let source = null;
  return {
    open() {
      source?.close();
      source = new EventSource(setup.stream);
      for (const name of ["snapshot", "table", "pulse"]) source.addEventListener(name, (event) => take(name, event.data));
      source.addEventListener("error", () => take("error"));
    },
    close: () => source?.close(),
    isClosed: () => source?.readyState === EventSource.CLOSED,
  };
}

/** The part of the one stream of all pages (streams.js) that is this page's. */
function sharedStream(take, fail) {
  const worker = new SharedWorker(new URL("streams.js", import.meta.url));
  worker.onerror = fail;
  worker.port.onmessage = ({ data: { name, data } }) => take(name, data);
  let asking = 0;
  const ask = () => worker.port.postMessage(setup.stream);
  return {
    open() {
      clearInterval(asking);
      asking = setInterval(ask, ASK_MS);
      worker.port.postMessage(""); // as a new page: it begins with a snapshot
      ask();
    },
    close() {
      clearInterval(asking);
      worker.port.postMessage("");
    },
    isClosed: () => false,
  };
}

/**
 * Follows the stream for as long as the page is in sight.
 * handlers: snapshot(tables), table(number, model), pulse({number: heard ms}), hall(clock, clocks by the hall's name),
 * lost(sinceMs),
 * back(), trouble(text or null), and where wanted results(which tournament there is, a number).
 */
export function follow(handlers) {
  let lastWord = performance.now();
  let lostAt = null;
  let isAway = false;
  let leaving = 0;
  let stream = window.SharedWorker ? sharedStream(take, fail) : ownStream(take);

  function take(name, data) {
    if (isAway) return;
    if (name === "error") {
      lose();
      return;
    }
    lastWord = performance.now();
    const body = JSON.parse(data);
    if (lostAt !== null) offsets.length = 0; // it may be another server that answers, on another clock
    sample(body.server_ms);
    if (name === "table") {
      handlers.table(body.table, body.data);
      return;
    }
    handlers.hall(body.hall, body.halls);
    if (name === "snapshot") handlers.snapshot(body.tables);
    else handlers.pulse(body.heard);
    handlers.trouble(body.problem);
    if (name === "snapshot" && lostAt !== null) {
      lostAt = null;
      handlers.back();
    }
    if (handlers.results) handlers.results(body.results);
  }

  function fail() {
    stream = ownStream(take);
    open();
  }

  function open() {
    clearTimeout(leaving);
    isAway = false;
    lastWord = performance.now();
    stream.open();
  }

  function leave() {
    clearTimeout(leaving);
    isAway = true;
    stream.close();
  }

  function lose() {
    if (lostAt === null) lostAt = performance.now();
    handlers.lost(performance.now() - lostAt);
  }

  setInterval(() => {
    if (isAway) return;
    if (performance.now() - lastWord > SILENCE_MS) {
      lose();
      open();
    } else if (lostAt !== null) {
      lose();
      if (stream.isClosed()) open();
    }
  }, 1000);
  addEventListener("pagehide", leave);
  addEventListener("pageshow", (event) => event.persisted && open());
  document.addEventListener("visibilitychange", () => {
    clearTimeout(leaving);
    if (document.hidden) leaving = setTimeout(leave, AWAY_MS);
    else if (isAway) open();
  });
  open();
  if (document.hidden) leaving = setTimeout(leave, AWAY_MS);
}
