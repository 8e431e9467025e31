// Runs before the first paint: the ground of the page. Dark is the hall's; ?theme= or the button chooses.
(function () {
  "use strict";
  var asked = new URLSearchParams(location.search).get("theme");
  var kept = null;
  try {
    kept = localStorage.getItem("boardside-theme");
  } catch (error) {
    // No storage in this browser: the choice lasts as long as the page.
  }
  var theme = asked === "light" || asked === "dark" ? asked : kept === "light" ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
})();
