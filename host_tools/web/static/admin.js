// The hall's clock moves between two loadings of the page; without a script it stands as it was then.

const card = document.getElementById("clock");
const digits = document.getElementById("hall-digits");
const end = card ? Number(card.dataset.endMs) : 0;

if (digits && end) {
  const ahead = Number(card.dataset.serverMs) - performance.now();

  function spell(ms) {
    const seconds = Math.ceil(ms / 1000);
    const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((n) => String(n).padStart(2, "0"));
    const hours = Math.floor(seconds / 3600);
    return hours ? `${hours}:${parts.join(":")}` : `${Number(parts[0])}:${parts[1]}`;
  }

  function show() {
    const left = Math.max(0, end - ahead - performance.now());
    const text = spell(left);
    if (digits.textContent !== text) digits.textContent = text;
    document.getElementById("hall-fill").setAttribute("width", (100 * left) / Number(card.dataset.lengthMs));
    if (left === 0) {
      document.getElementById("hall-state").textContent = "Ended";
      card.dataset.state = "ended";
      clearInterval(timer);
    }
  }

  const timer = setInterval(show, 200);
  show();
}
