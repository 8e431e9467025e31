// Names as large as they fit: a name that is too long becomes smaller, each for itself, so that a short one never gives
// way to a long one. Two names of a pair stand in one line while they fit there, else one under the other.

export const LEAST = 0.5; // smaller than this, a name ends with an ellipsis
const STACKED = 0.54; // two lines in the height of one, or --stacked; a pair in one line that is smaller is stacked

function widthOf(element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().width;
}

/** Makes a name `most` of its size, or as much smaller as its room needs, down to `least`. */
export function scale(element, most, least) {
  element.style.setProperty("--fit", most);
  const wanted = widthOf(element);
  const room = element.clientWidth;
  const fit = wanted > room && wanted ? Math.max(least, (most * room) / wanted) : most;
  element.style.setProperty("--fit", Math.floor(fit * 1000) / 1000);
}

function fitSide(list) {
  const names = [...list.querySelectorAll(".name")];
  const stacked = parseFloat(getComputedStyle(list).getPropertyValue("--stacked")) || STACKED;
  delete list.dataset.stacked;
  list.style.setProperty("--fit", 1);
  for (const name of names) name.style.removeProperty("--fit");
  const wanted = names.reduce((sum, name) => sum + name.scrollWidth, 0);
  const fit = Math.min(1, list.clientWidth / Math.max(1, wanted));
  if (names.length < 2) {
    if (names.length) scale(names[0], 1, LEAST);
  } else if (fit >= stacked) {
    list.style.setProperty("--fit", fit < 1 ? Math.floor(fit * 980) / 1000 : 1);
  } else {
    list.dataset.stacked = "";
    for (const name of names) scale(name, stacked, stacked * LEAST);
  }
}

/** Fits the names in sight below `root`; those that have not changed since are left alone. */
export function fitNames(root) {
  for (const list of root.querySelectorAll(".names, .slide .side-name, .slide tbody th")) {
    if (!list.clientWidth) continue;
    const key = `${list.clientWidth} ${list.textContent}`;
    if (list.fittedFor === key) continue;
    list.fittedFor = key;
    if (list.classList.contains("names")) fitSide(list);
    else scale(list, 1, LEAST);
  }
}
