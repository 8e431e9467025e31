// What is measured in a page, for accessibility.py. Evaluated in it as one expression.
({
  /** What axe-core finds under these tags; `axe` is there already. */
  async rules(tags) {
    const asked = { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] };
    const found = await axe.run(document, asked);
    const why = (node) => [...node.any, ...node.all, ...node.none].map((check) => check.message).join("; ");
    return found.violations.flatMap((rule) =>
      rule.nodes.map((node) => `${rule.id}: ${node.target.join(" ")}: ${why(node)}`)
    );
  },

  /** The controls in sight, in reading order; Tab begins again before the first. */
  stops() {
    const inSight = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest("[inert]");
    const wanted = "a[href], button, input:not([type=hidden]), select, textarea, summary, iframe, [tabindex]";
    this.found = [...document.querySelectorAll(wanted)].filter((e) => inSight(e) && !e.disabled && e.tabIndex >= 0);
    const start = document.createElement("span"); // what was focused last is forgotten
    start.tabIndex = -1;
    document.body.prepend(start);
    start.focus();
    start.remove();
    return this.found.map((e) => e.outerHTML.slice(0, 90));
  },

  /** Where the focus is: which of the stops, whether it has a ring, whether it is in the picture. */
  focused() {
    const e = document.activeElement;
    const style = getComputedStyle(e);
    const box = e.getBoundingClientRect();
    const isOutlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    const isFramed = (at) => at && (/ 0px 0px 0px [2-9]px/.test(getComputedStyle(at).boxShadow) || isFramed(at.parentElement));
    return {
      at: this.found.indexOf(e),
      ring: isOutlined || isFramed(e), // of a tile the whole tile has it
      seen: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
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
