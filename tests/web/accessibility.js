// What is measured in a page, for accessibility.py. Evaluated in it as one expression.
({
  /** What axe-core finds: `only` is of the kind "tag" or "rule"; `axe` is there already. */
  async rules(only) {
    const found = await axe.run(document, { runOnly: only, resultTypes: ["violations"] });
    const why = (node) => [...node.any, ...node.all, ...node.none].map((check) => check.message).join("; ");
    return found.violations.flatMap((rule) =>
      rule.nodes.map((node) => `${rule.id}: ${node.target.join(" ")}: ${why(node)}`)
    );
  },

  /** The controls in sight, in reading order. From now on it is noted where Tab leads, from before the first. */
  stops() {
    const inSight = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest("[inert]");
    const wanted = "a[href], button, input:not([type=hidden]), select, textarea, summary, iframe, [tabindex]";
    this.found = [...document.querySelectorAll(wanted)].filter((e) => inSight(e) && !e.disabled && e.tabIndex >= 0);
    const start = document.createElement("span"); // what was focused last is forgotten
    start.tabIndex = -1;
    document.body.prepend(start);
    start.focus();
    start.remove();
    this.visited = [];
    document.addEventListener("focusin", ({ target }) => this.visited.push(this.measured(target)));
    document.addEventListener("focusout", () => this.scrolled());
    return this.found.map((e) => e.outerHTML.slice(0, 90));
  },

  /** What was noted since. */
  places() {
    this.scrolled();
    return this.visited;
  },

  /** Looks again where the last one is: the page scrolls after `focusin`. */
  scrolled() {
    const last = this.visited.at(-1);
    if (last && last.at >= 0) last.seen ||= this.isInPicture(this.found[last.at]);
  },

  isInPicture(e) {
    const box = e.getBoundingClientRect();
    return box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  },

  /** Of what gets the focus: which of the stops it is, whether it has a ring. */
  measured(e) {
    const style = getComputedStyle(e);
    const isOutlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    const isFramed = (at) => at && (/ 0px 0px 0px [2-9]px/.test(getComputedStyle(at).boxShadow) || isFramed(at.parentElement));
    return {
      at: this.found.indexOf(e),
      seen: this.isInPicture(e),
      ring: isOutlined || isFramed(e), // of a tile the whole tile has it
      is: e.outerHTML.slice(0, 90),
    };
  },

  /** What stands out of the page on the right, and lies in no box that scrolls by itself. */
  wide() {
    const edge = document.documentElement.clientWidth;
    const isBoxed = (e) => e && (/auto|scroll/.test(getComputedStyle(e).overflowX) || isBoxed(e.parentElement));
    const right = (e) => Math.round(e.getBoundingClientRect().right);
    return [...document.body.querySelectorAll("*")]
      .filter((e) => e.checkVisibility() && !e.closest(".sr, svg") && right(e) > edge + 1 && !isBoxed(e))
      .map((e) => `${e.tagName}.${e.className} ends at ${right(e)} of ${edge} px`);
  },

  /** What is moving, as far as the style sheets do it. */
  moving() {
    return document
      .getAnimations()
      .filter((one) => one.playState === "running" && one.effect.getComputedTiming().duration > 10)
      .map((one) => `${one.animationName || one.transitionProperty} on ${one.effect.target.className}`);
  },
})
