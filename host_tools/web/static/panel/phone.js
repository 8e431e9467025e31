// A phone as the panel and display of a table without hardware. What it sends and gets: host_tools/soft.py.

import { Buzzer } from "./buzzer.js";
import { Display } from "./displays.js";
import { Keys } from "./keys.js";
import { Speech } from "./speech.js";

const PING_MS = 600;
const SILENT_MS = 2000; // without an answer for so long the phone is cut off
const OPENING_MS = 5000; // a lost packet while a connection opens is sent again after 1 s, then 3 s
const AGAIN_MS = [250, 500, 1000, 2000];
const NUMBER = Number(document.body.dataset.table);
const $ = (id) => document.getElementById(id);
const words = $("words").dataset;
const word = (name, values = {}) => words[name].replace(/\{(\w+)\}/g, (_, key) => values[key]);

// What this phone keeps: the code, its own name, and whether it pressed last.
const KEPT = `boardside-panel-${NUMBER}`;
const random = () => [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join("");
function kept() {
  try { return JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { return {}; }
}
const me = { phone: random(), code: "", ...kept() };
function keep(values) {
  Object.assign(me, values);
  try { localStorage.setItem(KEPT, JSON.stringify(me)); } catch { /* private: until the page is closed */ }
}
if (location.hash.length > 1) {
  keep({ code: location.hash.slice(1) });
  history.replaceState(null, "", location.pathname + location.search);
}

const buzzer = new Buzzer();
const speech = new Speech($("said"));
let displays = [];
let holds = false;
let pressedAt = 0; // of the press that waits for an answer
let noting = 0;

function note(text) {
  $("note").textContent = text;
  clearTimeout(noting);
  if (text) noting = setTimeout(() => note(""), 6000);
}

// The connection. A press is kept until the panel has answered its number, and sent again after a break.
const RUN = random();
const waiting = new Map(); // number -> edge
const showWaiting = () => { document.body.dataset.waiting = String(waiting.size); };
let socket = null;
let heardAt = 0;
let openedAt = 0;
let cutAt = performance.now();
let tries = 0;
let isUp = false;
let server = "";
let clock = null; // { offset, trip }: of the quickest answer on this connection
let count = 0;
let isStopped = false;

function open() {
  if (isStopped) return;
  drop();
  openedAt = performance.now();
  clock = null;
  const made = socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/tables/${NUMBER}/panel/wires`);
  made.onopen = () => { send({ do: "hello", phone: me.phone, code: me.code, run: RUN, holds: me.holds }); ping(); };
  made.onmessage = (event) => { if (made === socket) hear(JSON.parse(event.data)); };
  made.onclose = () => { if (made === socket) later(); };
}

function drop() {
  const old = socket;
  socket = null;
  if (old) { old.onopen = old.onmessage = old.onclose = null; old.close(); }
  if (isUp) { isUp = false; cutAt = performance.now(); keys.releaseAll(); sound([{ freq: 0, duty: 0, ms: 0 }]); }
}

function later() {
  drop();
  if (!isStopped) setTimeout(() => { if (!socket) open(); }, AGAIN_MS[Math.min(tries++, AGAIN_MS.length - 1)]);
}

function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function ping() { send({ do: "ping", t: performance.now() }); }

function sendEdge(n, { at, ...edge }) { send({ ...edge, n, at: at + clock.offset }); }

function pong({ t, now, server: name }) {
  const trip = performance.now() - t;
  const isFirst = !clock;
  if (isFirst || trip <= clock.trip) clock = { offset: now - (t + trip / 2), trip };
  if (!isFirst) return;
  if (server && server !== name && waiting.size) { waiting.clear(); note(word("restarted")); }
  server = name;
  tries = 0;
  isUp = true;
  for (const [n, edge] of waiting) sendEdge(n, edge);
  show();
}

function edge(values) {
  const n = ++count;
  const made = { ...values, at: performance.now() };
  waiting.set(n, made);
  showWaiting();
  if (isUp) sendEdge(n, made);
}

function hear(message) {
  heardAt = performance.now();
  if (message.type === "pong") pong(message);
  else if (message.type === "ack") { waiting.delete(message.n); showWaiting(); }
  else if (message.type === "refused") refused(message.n);
  else if (message.type === "holder") showHolder(message.who === "you");
  else if (message.type === "state") showState(message);
  else if (message.type === "display") { showDisplay(message, message.display); answered(); }
  else if (message.type === "tones") { sound(message.tones); answered(); }
  else if (["code", "renewed", "wait"].includes(message.type)) gate(message);
}

function refused(n) {
  const { key } = waiting.get(n) ?? {};
  waiting.delete(n);
  showWaiting();
  pressedAt = 0; // what the digits show next is no answer to it
  if (key) { note(word("refused", { key })); shake(); }
}

setInterval(() => {
  const now = performance.now();
  if (socket && (isUp ? now - heardAt > SILENT_MS : now - openedAt > OPENING_MS)) later();
  else if (socket && isUp) ping();
  show();
}, PING_MS);

function wakeUp() {
  stayAwake();
  if (document.hidden) return;
  if (performance.now() - heardAt > SILENT_MS) { tries = 0; open(); } else ping();
}
document.addEventListener("visibilitychange", wakeUp);
addEventListener("online", wakeUp);
addEventListener("pageshow", (event) => { if (event.persisted) wakeUp(); });

// The code
function gate({ type, seconds }) {
  isStopped = true;
  drop();
  document.body.dataset.link = "gate";
  $("gate").hidden = false;
  $("gate-says").textContent = type === "wait" ? word("wait", { seconds }) : me.code || type === "renewed" ? word("wrong") : "";
}
$("gate").addEventListener("submit", (event) => {
  event.preventDefault();
  keep({ code: $("code").value, holds: undefined });
  $("gate").hidden = true;
  isStopped = false;
  open();
});
// The label, scanned again while the page is open.
addEventListener("hashchange", () => location.reload());

// The keys
const keys = new Keys($("keys"), {
  down(name) {
    begin();
    if (!isUp) { note(word("away", { key: name })); shake(); return false; }
    if (!holds) return false;
    note("");
    speech.expect();
    pressedAt = performance.now();
    navigator.vibrate?.(12);
    edge({ do: "down", key: name });
    return true;
  },
  still(name) { send({ do: "still", key: name }); },
  up(name, held) { edge({ do: "up", key: name, held: Math.round(held) }); },
});

function shake() {
  navigator.vibrate?.([60, 60, 60]);
  buzzer.play([{ freq: 300, duty: 32768, ms: 0 }, { freq: 0, duty: 0, ms: 160 }]);
}

function answered() {
  if (!pressedAt) return;
  const ms = Math.round(performance.now() - pressedAt);
  pressedAt = 0;
  document.body.dataset.answer = String(ms);
  $("answer").textContent = word("answer", { ms });
}

// Who presses
function showHolder(isMe) {
  const had = holds;
  holds = isMe;
  keep({ holds });
  $("other").hidden = isMe;
  $("ask").hidden = true;
  $("take").hidden = false;
  if (!isMe) { keys.releaseAll(); $("other-says").textContent = word(had ? "taken" : "other"); }
  document.body.dataset.holds = isMe ? "yes" : "no";
}
$("take").addEventListener("click", () => { $("ask").hidden = false; $("take").hidden = true; });
$("take-no").addEventListener("click", () => { $("ask").hidden = true; $("take").hidden = false; });
$("take-yes").addEventListener("click", () => send({ do: "take" }));

// What is seen and heard
function show() {
  if (isStopped) return;
  document.body.dataset.link = isUp ? "up" : "cut";
  const seconds = Math.round((performance.now() - cutAt) / 1000);
  const isDark = isUp && document.body.classList.contains("off");
  $("cover").textContent = isDark ? word("dark") : isUp ? "" : seconds < 2 && !server ? word("opening") : word("cut", { seconds });
}

function showDisplay(view, index) {
  displays[index].show(view);
  if (index === 0) speech.hear(view.text);
}

function showState(state) {
  document.body.classList.toggle("off", !state.power);
  if (!displays.length) {
    displays = state.displays.map((view, index) => new Display(view, index));
    $("displays").replaceChildren(...displays.map((display) => display.element));
  }
  state.displays.forEach(showDisplay);
  sound([{ ...state.tone, ms: 0 }]);
  show();
}

function sound(tones) {
  buzzer.play(tones);
  const longest = tones.some((tone) => tone.freq > 0) ? 60 : 0;
  if (longest && holds) navigator.vibrate?.(longest);
}

// Sound and a screen that stays on need a first touch.
let hasBegun = false;
let isQuiet = me.quiet === true;
function begin() {
  if (hasBegun) { buzzer.wake(); return; }
  hasBegun = true;
  if (!isQuiet) buzzer.switchOn();
  stayAwake();
}
addEventListener("pointerdown", begin);
buzzer.setVolume(1);
function showSound() { $("sound").setAttribute("aria-pressed", String(!isQuiet)); }
$("sound").addEventListener("click", async () => {
  isQuiet = !isQuiet;
  keep({ quiet: isQuiet });
  await (isQuiet ? buzzer.switchOff() : buzzer.switchOn());
  showSound();
});
showSound();

let lock = null;
async function stayAwake() {
  if (!hasBegun || document.hidden || (lock && !lock.released)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch { // only over HTTPS, and not with a low battery
    if (!me.told) { keep({ told: true }); note(word("awake")); }
  }
}

open();
