// Turns the pages of the big screen. It turns them whatever happens: when the collector is lost the banner says so
// (hall.js), the tables' clocks are unknown, and the slides are the last that came.

const FRESH_MS = 5000;
const wanted = document.body.dataset.pages.split(",");
const everyMs = Number(document.body.dataset.seconds) * 1000;
const tables = document.getElementById("tables");
const grid = document.getElementById("grid");
const slides = document.getElementById("slides");
let turn = { page: -1, slide: 0 };
let tag = null;

/** What there is to be shown of a page: its slides, or true for one of tables. */
function partsOf(page) {
  if (page === "hall") return [null];
  if (page === "play") {
    const isOn = ":is([data-look=play], [data-look=ready], [data-look=break])";
    return grid.querySelector(`.spot > .tile${isOn}`) ? [null] : [];
  }
  return [...slides.querySelectorAll(`.slide[data-kind=${page}]`)];
}

function show(page, slide) {
  for (const other of slides.children) other.hidden = other !== slide;
  tables.hidden = Boolean(slide);
  document.body.dataset.page = page;
  if (!slide) {
    if (page === "play") grid.dataset.only = "play";
    else delete grid.dataset.only;
    dispatchEvent(new Event("resize")); // lays the tables out for what is seen of them
  }
}

function next() {
  let { page, slide } = turn;
  slide += 1;
  for (let tries = 0; tries <= wanted.length; tries += 1) {
    if (page >= 0) {
      const parts = partsOf(wanted[page]);
      if (slide < parts.length) {
        turn = { page, slide };
        show(wanted[page], parts[slide]);
        return;
      }
    }
    page = (page + 1) % wanted.length;
    slide = 0;
  }
  show("hall", null); // nothing of what is wanted is there
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
      show(page, parts[turn.slide]);
    }
  } catch (error) {
    // The collector is away: the banner says so, and the last slides go on turning.
  }
}

next();
setInterval(next, everyMs);
setInterval(refresh, FRESH_MS);
refresh();
