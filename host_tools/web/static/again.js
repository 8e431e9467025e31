// A page that waits for something looks again by itself, and is loaded anew only when there is something else to
// see: so nobody who reads it, or has it read out, is thrown back to its beginning.

const every = Number(document.currentScript.dataset.seconds) * 1000;
const text = (page) => page.querySelector("main")?.textContent;

setInterval(async () => {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (text(fresh) !== text(document)) location.reload();
  } catch (error) {
    // The collector is away: it is asked again in a moment.
  }
}, every);
