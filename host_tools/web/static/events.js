// The tournament's pages: the score of what is in play comes by the stream, and with it the word that the tournament
// is another one. The page then fetches itself; the server draws it once for each change, however many ask.

import { showBack, showLost, showTrouble } from "./common.js";
import { follow } from "./live.js";

const CROWD_MS = 1500; // five hundred phones hear of a result at once, and do not all ask at once
const AGAIN_MS = 10_000;
const main = document.querySelector("main");
const scores = new Map(); // match → what its table says
let shown = Number(main.dataset.results); // the tournament as this page has it
let newest = shown;
let asking = 0;

/** Puts the score of each match in play into its places. */
function paint() {
  for (const place of main.querySelectorAll("[data-match]")) {
    const score = scores.get(place.dataset.match);
    for (const element of place.querySelectorAll("[data-live]")) {
      const text = score ? score[element.dataset.live] : "";
      if (element.textContent !== text) element.textContent = text;
      if (element.tagName === "B") element.hidden = !text;
      element.dataset.link = score ? score.link : "up";
    }
  }
}

function keep(model) {
  for (const [match, score] of scores) if (score.table === model.table) scores.delete(match);
  const other = scores.get(model.match); // of two devices with one match the dead one was exchanged
  if (model.match && (!other || model.link === "up" || other.link !== "up")) scores.set(model.match, model);
}

function replace(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("main");
  // What the visitor has opened or folded stays so; the rest is open as the server has it: the present round.
  const chosen = new Map();
  for (const details of document.querySelectorAll("details.round")) {
    if (details.open !== ("present" in details.dataset)) chosen.set(details.id, details.open);
  }
  const scrolled = [...document.querySelectorAll("main [tabindex]")].map((box) => [box.scrollLeft, box.scrollTop]);
  shown = Number(fresh.dataset.results);
  main.replaceChildren(...document.adoptNode(fresh).childNodes);
  for (const details of document.querySelectorAll("details.round")) {
    if (chosen.has(details.id)) details.open = chosen.get(details.id);
  }
  [...document.querySelectorAll("main [tabindex]")].forEach((box, at) => {
    if (scrolled[at]) [box.scrollLeft, box.scrollTop] = scrolled[at];
  });
  paint();
}

/** Fetches the page when the tournament is another one: not while nobody looks, nor while somebody is in it. */
async function look() {
  asking = 0;
  if (shown === newest || document.hidden) return;
  if (main.contains(document.activeElement)) {
    ask(AGAIN_MS);
    return;
  }
  try {
    const answer = await fetch(location.href, { cache: "no-cache" });
    if (answer.ok) replace(await answer.text());
  } catch (error) {
    // The collector is away: the banner says so, and the stream tells when it is back.
  }
  if (shown !== newest) ask(AGAIN_MS);
}

function ask(withinMs) {
  if (!asking) asking = setTimeout(look, Math.random() * withinMs);
}

document.addEventListener("visibilitychange", look);

follow({
  snapshot(models) {
    scores.clear();
    models.forEach(keep);
    paint();
  },
  table(number, model) {
    keep(model);
    paint();
  },
  results(number) {
    if (!number) return; // nobody has looked yet
    newest = number;
    if (shown !== newest) ask(CROWD_MS);
  },
  trouble: showTrouble,
  hall() {},
  pulse() {},
  lost: showLost,
  back: showBack,
});
