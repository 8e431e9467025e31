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

/**
 * Follows the stream for as long as the page lives.
 * handlers: snapshot(tables), table(number, model), pulse({number: heard ms}), hall(clock, clocks by the hall's name),
 * lost(sinceMs),
 * back(), trouble(text or null), and where wanted results(which tournament there is, a number).
 */
export function follow(handlers) {
  let source = null;
  let lastWord = performance.now();
  let lostAt = null;

  function word(event) {
    lastWord = performance.now();
    const body = JSON.parse(event.data);
    if (lostAt !== null) offsets.length = 0; // it may be another server that answers, on another clock
    sample(body.server_ms);
    return body;
  }

  function open() {
    if (source) source.close();
    lastWord = performance.now();
    source = new EventSource(setup.stream);
    source.addEventListener("snapshot", (event) => {
      const body = word(event);
      handlers.hall(body.hall, body.halls);
      handlers.snapshot(body.tables);
      handlers.trouble(body.problem);
      if (lostAt !== null) {
        lostAt = null;
        handlers.back();
      }
      if (handlers.results) handlers.results(body.results);
    });
    source.addEventListener("table", (event) => {
      const body = word(event);
      handlers.table(body.table, body.data);
    });
    source.addEventListener("pulse", (event) => {
      const body = word(event);
      handlers.hall(body.hall, body.halls);
      handlers.pulse(body.heard);
      handlers.trouble(body.problem);
      if (handlers.results) handlers.results(body.results);
    });
    source.addEventListener("error", () => lose());
  }

  function lose() {
    if (lostAt === null) lostAt = performance.now();
    handlers.lost(performance.now() - lostAt);
  }

  setInterval(() => {
    if (performance.now() - lastWord > SILENCE_MS) {
      lose();
      open();
    } else if (lostAt !== null) {
      lose();
      if (source.readyState === EventSource.CLOSED) open();
    }
  }, 1000);
  addEventListener("pagehide", () => source && source.close());
  addEventListener("pageshow", (event) => event.persisted && open());
  open();
}
