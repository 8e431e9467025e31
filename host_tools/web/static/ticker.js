// The next matches along the lower edge: still while they fit, passing by when they do not. Or the next one alone.

const EVERY_MS = 5000;
const PX_A_SECOND = 110;
const ticker = document.getElementById("ticker");
const still = matchMedia("(prefers-reduced-motion: reduce)");
let tag = null;

function move() {
  if (document.body.dataset.layout === "third") return;
  const list = document.getElementById("calls");
  const heading = ticker.querySelector("h1").offsetWidth;
  delete ticker.dataset.moves;
  if (list.scrollWidth <= innerWidth - heading || still.matches) return;
  const width = list.scrollWidth;
  for (const item of [...list.children]) {
    const again = item.cloneNode(true);
    again.setAttribute("aria-hidden", "true");
    list.append(again);
  }
  ticker.style.setProperty("--pass", `${Math.round(width / PX_A_SECOND)}s`);
  ticker.dataset.moves = "";
}

async function refresh() {
  try {
    const answer = await fetch(location.href, { cache: "no-cache" });
    if (!answer.ok) return;
    const newest = answer.headers.get("ETag");
    const text = await answer.text();
    if (tag !== null && tag !== newest) {
      const fresh = new DOMParser().parseFromString(text, "text/html");
      document.getElementById("calls").replaceWith(document.adoptNode(fresh.getElementById("calls")));
      move();
    }
    tag = newest;
  } catch (error) {
    // The collector is away: what was announced stays.
  }
}

document.fonts.ready.then(move);
setInterval(refresh, EVERY_MS);
refresh();
