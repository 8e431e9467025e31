// Turns the pages of the big screen. It turns them whatever happens: when the collector is lost the banner says so
// (hall.js), the tables' clocks are unknown, and the slides are the last that came.

const FRESH_MS = 5000;
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

/** The tables of a page, in parts of about as many, so that no picture has more than `most`. */
function tablesOf(page) {
  const all = [...grid.querySelectorAll(":scope > .spot")];
  const spots = page === "hall" ? all : all.filter((spot) => IN_PLAY.includes(spot.firstElementChild.dataset.look));
  const each = Math.ceil(spots.length / Math.ceil(spots.length / most));
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
  dispatchEvent(new Event("resize")); // lays the tables out for what is seen of them
}

function show(page, parts, at) {
  const slide = Array.isArray(parts[at]) ? null : parts[at];
  for (const other of slides.children) other.hidden = other !== slide;
  tables.hidden = Boolean(slide);
  part.textContent = slide || parts.length < 2 ? "" : `${at + 1}/${parts.length}`;
  document.body.dataset.page = page;
  if (!slide) showTables(page, parts[at]);
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
  show("hall", [[]], 0); // nothing of what is wanted is there
}

async function refresh() {
  try {
    const answer = await fetch(`/screen/slides${location.search}`, { cache: "no-cache" });
    if (!answer.ok) return;
    const newest = answer.headers.get("ETag");
    const text = await answer.text();
    if (newest !== null && newest === tag) return;
    tag = newest;
    const fresh = new DOMParser().parseFromString(text, "text/html").body;
    slides.replaceChildren(...document.adoptNode(fresh).children);
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

next();
setInterval(next, everyMs);
setInterval(refresh, FRESH_MS);
refresh();
