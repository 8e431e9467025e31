// The tournament's pages look again by themselves. The server draws a page once for each change; who has the
// newest is told so in a few bytes.

import { showBack, showLost } from "./common.js";

const EVERY_MS = 10_000;
const PATIENCE_MS = 15_000;
let tag = null;
let lastWord = performance.now();
let isLost = false;

function take(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const open = new Set([...document.querySelectorAll("details.round[open] h3")].map((head) => head.textContent));
  const scrolled = [...document.querySelectorAll("main [tabindex]")].map((box) => [box.scrollLeft, box.scrollTop]);
  if (document.querySelector("main").contains(document.activeElement)) return; // not while somebody is there
  document.querySelector("main").replaceChildren(...document.adoptNode(fresh.querySelector("main")).childNodes);
  for (const details of document.querySelectorAll("details.round")) {
    details.open = open.has(details.querySelector("h3").textContent);
  }
  [...document.querySelectorAll("main [tabindex]")].forEach((box, at) => {
    if (scrolled[at]) [box.scrollLeft, box.scrollTop] = scrolled[at];
  });
}

/** Looks for a newer page. */
export async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.href, { cache: "no-cache" });
    if (!answer.ok) throw new Error(String(answer.status));
    const text = await answer.text();
    const newest = answer.headers.get("ETag");
    if (tag !== null && tag !== newest) take(text);
    tag = newest;
    lastWord = performance.now();
    if (isLost) showBack();
    isLost = false;
  } catch (error) {
    const silence = performance.now() - lastWord;
    isLost = isLost || silence > PATIENCE_MS;
    if (isLost) showLost(silence);
  }
}

setInterval(look, EVERY_MS);
document.addEventListener("visibilitychange", look);
look();
