// Turns the pages of the big screen. It turns them whatever happens: when the collector is lost the banner says so
// (hall.js), the tables' clocks are unknown, and the slides are the last that came.

import { fitNames } from "./fit.js";
import { layOut, together } from "./layout.js";

const FRESH_MS = 5000;
const NEWS_MS = 7000; // how long the end of a board is shown
const NEWS_MOST = 4; // waiting; in a busy hall the oldest boards give way, results never
const AGAIN_MS = 60_000; // a page that comes at once because of something new comes no more often than this
const REST_MS = 300_000; // without anything new for so long, and nothing in play, the screen rests
const wanted = document.body.dataset.pages.split(",");
const everyMs = Number(document.body.dataset.seconds) * 1000;
const tables = document.getElementById("tables");
const grid = document.getElementById("grid");
const slides = document.getElementById("slides");
const part = document.getElementById("part");
const most = Number(document.body.dataset.most); // tables at once
const IN_PLAY = ["play", "ready", "break"];
let turn = { page: -1, slide: 0 };
let tag = null;
const shownAt = new Map(); // page → when
const band = document.getElementById("news");
let news = [];
let movedAt = Date.now();

/** The tables of a page, in parts of about as many, so that no picture has more than `most`. */
function tablesOf(page) {
  const all = [...grid.querySelectorAll(":scope > .spot")];
  const spots = page === "hall" ? all : all.filter((spot) => IN_PLAY.includes(spot.firstElementChild.dataset.look));
  const each = Math.ceil(spots.length / Math.ceil(spots.length / together(grid, most)));
  const parts = [];
  for (let begin = 0; begin < spots.length; begin += each) parts.push(spots.slice(begin, begin + each));
  return parts;
}

/** What there is to be shown of a page: its slides, or for one of tables the tables of each part. */
function partsOf(page) {
  if (page === "hall" || page === "play") return tablesOf(page);
  return [...slides.querySelectorAll(`.slide[data-kind=${page}]`)];
}

function showTables(page, chosen) {
  for (const spot of grid.querySelectorAll(":scope > .spot")) spot.toggleAttribute("data-away", !chosen.includes(spot));
  if (page === "play") grid.dataset.only = "play";
  else delete grid.dataset.only;
  layOut(grid, false); // for what is seen of them
  fitNames(grid);
}

function show(page, parts, at) {
  const slide = Array.isArray(parts[at]) ? null : parts[at];
  for (const other of slides.children) other.hidden = other !== slide;
  tables.hidden = Boolean(slide);
  part.textContent = slide || parts.length < 2 ? "" : `${at + 1}/${parts.length}`;
  document.body.dataset.page = page;
  shownAt.set(page, Date.now());
  if (slide) fitNames(slide);
  else showTables(page, parts[at]);
}

function next() {
  let { page, slide } = turn;
  slide += 1;
  for (let tries = 0; tries <= wanted.length; tries += 1) {
    if (page >= 0) {
      const parts = partsOf(wanted[page]);
      if (slide < parts.length) {
        turn = { page, slide };
        show(wanted[page], parts, slide);
        return;
      }
    }
    page = (page + 1) % wanted.length;
    slide = 0;
  }
  // Nothing of what is wanted is there: the hall is better than nothing.
  const parts = tablesOf("hall");
  show("hall", parts.length ? parts : [[]], 0);
}

async function refresh() {
  try {
    const answer = await fetch(`/screen/slides${location.search}`, { cache: "no-cache" });
    if (!answer.ok) return;
    const newest = answer.headers.get("ETag");
    const text = await answer.text();
    if (newest !== null && newest === tag) return;
    const isFirst = tag === null;
    tag = newest;
    const known = linesOf(slides);
    const fresh = new DOMParser().parseFromString(text, "text/html").body;
    slides.replaceChildren(...document.adoptNode(fresh).children);
    if (!isFirst && bring(known)) return;
    const page = wanted[turn.page];
    const parts = page ? partsOf(page) : [];
    if (page && parts.length) {
      turn.slide = Math.min(turn.slide, parts.length - 1);
      show(page, parts, turn.slide);
    }
  } catch (error) {
    // The collector is away: the banner says so, and the last slides go on turning.
  }
}

/** The matches on the slides of calls and results. */
function linesOf(root) {
  return new Set([...root.querySelectorAll(".match[data-state=called], .slide[data-kind=results] .match")].map((li) => li.dataset.key));
}

/** Turns to the calls or the results at once when there is a new one. */
function bring(known) {
  for (const page of ["calls", "results"]) {
    const at = wanted.indexOf(page);
    const isNew = [...linesOf(slides)].some((key) => key.startsWith(page) && !known.has(key));
    if (at < 0 || !isNew) continue;
    wake();
    if (Date.now() - (shownAt.get(page) ?? 0) < AGAIN_MS) continue;
    turn = { page: at, slide: 0 };
    show(page, partsOf(page), 0);
    restart();
    return true;
  }
  return false;
}

/** The end of a board or a match: on the band, and a frame around the table. */
addEventListener("moved", ({ detail: { spot, before, model } }) => {
  if (before.look !== model.look) wake();
  fitNames(spot);
  const sum = (one) => Number(one.a.points) + Number(one.b.points);
  const games = (one) => Number(one.a.games) + Number(one.b.games);
  const hasEnded = model.seal && model.seal !== before.seal;
  const hasBoard = games(model) > games(before) || (games(model) === games(before) && sum(model) > sum(before));
  if (!hasEnded && !hasBoard) return;
  wake();
  news = news.filter((item) => item.model.table !== model.table);
  news.push({ spot, model, by: Number(model.a.points) > Number(before.a.points) ? "a" : "b", hasEnded });
  while (news.length > NEWS_MOST && news.some((item) => !item.hasEnded)) news.splice(news.findIndex((item) => !item.hasEnded), 1);
  if (!band.dataset.shown) tell();
});

function tell() {
  for (const spot of grid.querySelectorAll("[data-news]")) delete spot.dataset.news;
  const item = news.shift();
  delete band.dataset.shown;
  if (!item) return;
  const { model, by, hasEnded, spot } = item;
  void band.offsetWidth; // lets the animation start anew
  band.dataset.shown = hasEnded ? "result" : by;
  spot.dataset.news = "";
  const parts = { no: model.table, a: model.a.names.map((n) => n.name).join(" / "), b: model.b.names.map((n) => n.name).join(" / "),
    "a.points": model.a.points, "b.points": model.b.points, result: hasEnded ? model.result : "" };
  for (const [name, text] of Object.entries(parts)) band.querySelector(`[data-news="${name}"]`).textContent = text;
  setTimeout(tell, NEWS_MS);
}

/** Nothing new and nothing in play: the pages stand still and the screen is dim, until something happens. */
function rest() {
  const isPlayed = [...grid.querySelectorAll(".tile")].some((tile) => IN_PLAY.includes(tile.dataset.look));
  if (!isPlayed && Date.now() - movedAt > REST_MS) document.body.dataset.rest = "";
  else wake(movedAt);
}

function wake(at = Date.now()) {
  movedAt = at;
  if (!("rest" in document.body.dataset)) return;
  delete document.body.dataset.rest;
  next();
}

function restart() {
  clearInterval(turning);
  turning = setInterval(() => "rest" in document.body.dataset || next(), everyMs);
}

let turning = 0;
next();
restart();
setInterval(rest, 10_000);
addEventListener("resize", () => fitNames(document.body));
document.fonts.ready.then(() => {
  for (const list of document.querySelectorAll(".names, .side-name, tbody th")) delete list.fittedFor;
  fitNames(document.body);
});
setInterval(refresh, FRESH_MS);
refresh();
