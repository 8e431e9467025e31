// The size and colours of an overlay, from its address. The server has checked them; here they become values of
// properties, never text of a style sheet.

const style = document.documentElement.style;
const { scale, ink, plate, accent } = document.body.dataset;

/** The light of a colour (WCAG 2.2), 0 to 1. */
function light(colour) {
  const [r, g, b] = [0, 2, 4].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

style.setProperty("--scale", scale);
if (plate) style.setProperty("--plate", `#${plate}`);
if (ink) for (const name of ["--ink", "--ink-2", "--ink-3", "--bar", "--flare"]) style.setProperty(name, `#${ink}`);
if (accent) {
  style.setProperty("--queen-ground", `#${accent}`); // the Queen itself stays red
  style.setProperty("--on-queen", light(accent) > 0.179 ? "#000" : "#fff");
}
