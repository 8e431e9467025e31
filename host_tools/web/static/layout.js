// How many columns: on a wide screen as many as make the tiles largest while all fit without scrolling, as
// long as they stay readable; else rows to scroll through. A phone has one column.

const SHAPE = { width: 420, height: 292 }; // a tile at scale 1
const FAR = { width: 930, height: 178 }; // the same on the big screen: a row, read from the back of the hall
const LEAST = { width: 200, height: 102 }; // smaller than this a tile is not readable in a hall
const TALLEST = 1.15; // times as high as wide; beyond this a tile only grows emptier
const PHONE_PX = 640;
const DENSE = { width: 260, height: 132 };
const PHONE_TILE_PX = 244;
const PHONE_DENSE_PX = 132;
const MANY = 16; // from so many tables on, a phone shows them small

function fitted(count, width, height, gap, shape) {
  let best = null;
  for (let columns = 1; columns <= Math.min(count, 12); columns += 1) {
    const rows = Math.ceil(count / columns);
    const tile = { width: (width - gap * (columns - 1)) / columns, height: (height - gap * (rows - 1)) / rows };
    if (tile.width < LEAST.width || tile.height < LEAST.height) continue;
    const scale = Math.min(tile.width / shape.width, tile.height / shape.height);
    const full = count / (columns * rows);
    const worth = scale * full ** 0.3;
    if (!best || worth > best.worth) best = { columns, height: tile.height, worth };
  }
  return best;
}

function scrolled(width, gap, tile) {
  const columns = Math.max(1, Math.floor((width + gap) / (tile.width + gap)));
  const each = (width - gap * (columns - 1)) / columns;
  return { columns, height: (each / tile.width) * tile.height };
}

/** The room for the tiles of `grid`: on the big screen, which does not scroll, that of its page. */
function roomOf(grid) {
  const style = getComputedStyle(grid);
  const page = document.body.classList.contains("screen") ? grid.closest("main") : null;
  const width = (page ?? grid).clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const above = parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
  const height = (page ? page.clientHeight : innerHeight - grid.getBoundingClientRect().top - scrollY) - above;
  return { width, height, gap: parseFloat(style.columnGap) || 0 };
}

/** How many tables the big screen shows at once so that each can be read: at most `wanted`. */
export function together(grid, wanted) {
  const { width, height, gap } = roomOf(grid);
  let count = wanted;
  while (count > 1 && !fitted(count, width, height, gap, FAR)) count -= 1;
  return count;
}

/** Lays `grid` out for its number of tiles; again whenever the window changes. */
export function layOut(grid, dense) {
  const spots = [...grid.querySelectorAll(":scope > .spot")];
  const count = spots.filter((spot) => getComputedStyle(spot).display !== "none").length;
  if (!count) return;
  const { width, height, gap } = roomOf(grid);
  const isFar = document.body.classList.contains("screen");
  let plan;
  if (isFar) {
    plan = fitted(count, width, height, gap, FAR) || { columns: 1, height: height / count };
  } else if (width < PHONE_PX) {
    plan = { columns: 1, height: dense || count >= MANY ? PHONE_DENSE_PX : PHONE_TILE_PX };
  } else {
    plan = (!dense && fitted(count, width, height, gap, SHAPE)) || scrolled(width, gap, DENSE);
  }
  if (isFar || width >= PHONE_PX) plan.height = Math.min(plan.height, (width / plan.columns) * TALLEST);
  grid.style.setProperty("--columns", plan.columns);
  grid.style.setProperty("--tile-height", `${Math.floor(plan.height * 10) / 10}px`);
}
