// Runs before the first paint: the ground of the page. ?theme= or the button chooses, else the system.
(function () {
  "use strict";
  var asked = new URLSearchParams(location.search).get("theme");
  var kept = null;
  try {
    kept = localStorage.getItem("boardside-theme");
  } catch (error) {
    // No storage in this browser: the choice lasts as long as the page.
  }
  var system = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  var theme = [asked, kept].find((name) => name === "light" || name === "dark") || system;
  document.documentElement.dataset.theme = theme;
})();
