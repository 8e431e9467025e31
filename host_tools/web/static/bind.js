// Puts a model's values into the places that the server's templates marked for them.
//
//   data-text="a.points"          the element's text
//   data-set="look warned:warning" attributes data-look, data-warned
//   data-show="warning"           hidden while the value is empty
//   data-lang="last.lang"         the language of the text
//   data-href="href"              a link; http, https or a path of this server only
//   data-list="a.names"           children after the <template>, one for each item
//   data-flash                    shows briefly that its text changed
//
// Values only ever become text or attribute values, never markup.

const SAFE_LINK = /^(https?:\/\/|\/(?!\/))/i;

function look(model, path) {
  let value = model;
  for (const key of path.split(".")) {
    value = value === null || value === undefined ? undefined : value[key];
  }
  return value;
}

const filled = (value) => (Array.isArray(value) ? value.length > 0 : Boolean(value));
const asText = (value) => (value === null || value === undefined ? "" : String(value));

function setText(element, value, flash) {
  const text = asText(value);
  if (element.textContent === text) return;
  element.textContent = text;
  if (flash && "flash" in element.dataset) showChange(element);
}

function showChange(element) {
  element.classList.remove("changed");
  void element.offsetWidth; // lets the animation start anew
  element.classList.add("changed");
}

function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

function bindOne(element, model, flash) {
  const marks = element.dataset;
  if (marks.text !== undefined) setText(element, look(model, marks.text || "text"), flash);
  if (marks.show !== undefined) element.hidden = !filled(look(model, marks.show));
  if (marks.lang !== undefined) setAttribute(element, "lang", asText(look(model, marks.lang)));
  if (marks.href !== undefined) {
    const link = asText(look(model, marks.href));
    setAttribute(element, "href", SAFE_LINK.test(link) ? link : "#");
  }
  if (marks.set !== undefined) {
    for (const part of marks.set.split(" ")) {
      const [name, path] = part.split(":");
      const value = look(model, path || name);
      setAttribute(element, `data-${name}`, Array.isArray(value) ? asText(value.length || "") : asText(value));
    }
  }
}

function bindList(container, items, flash) {
  const template = container.querySelector(":scope > template");
  let next = template.nextElementSibling;
  for (const item of items) {
    if (!next) {
      container.append(document.importNode(template.content, true));
      next = container.lastElementChild;
      bind(next, item, false);
    } else {
      bind(next, item, flash);
    }
    next = next.nextElementSibling;
  }
  while (next) {
    const surplus = next;
    next = next.nextElementSibling;
    surplus.remove();
  }
}

/** Draws `model` into `root` and what is below it; with `flash`, changes show briefly. */
export function bind(root, model, flash = false) {
  bindOne(root, model, flash);
  if (root.dataset.list !== undefined) {
    // The rows belong to the items; what stands before the template (a table's head) to this model.
    for (let child = root.firstElementChild; child && child.tagName !== "TEMPLATE"; child = child.nextElementSibling) {
      bind(child, model, flash);
    }
    bindList(root, look(model, root.dataset.list) || [], flash);
    return;
  }
  for (const child of root.children) {
    if (child.tagName !== "TEMPLATE") bind(child, model, flash);
  }
}

document.addEventListener("animationend", (event) => event.target.classList.remove("changed"));
