// The halls' clocks move between two loadings of the page; without a script they stand as they were then.

function spell(ms) {
  const seconds = Math.ceil(ms / 1000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((n) => String(n).padStart(2, "0"));
  const hours = Math.floor(seconds / 3600);
  return hours ? `${hours}:${parts.join(":")}` : `${Number(parts[0])}:${parts[1]}`;
}

function run(card) {
  const end = Number(card.dataset.endMs);
  const digits = card.querySelector(".hall-digits");
  const ahead = Number(card.dataset.serverMs) - performance.now();

  function show() {
    const left = Math.max(0, end - ahead - performance.now());
    const text = spell(left);
    if (digits.textContent !== text) digits.textContent = text;
    card.querySelector(".hall-fill").setAttribute("width", (100 * left) / Number(card.dataset.lengthMs));
    if (left === 0) {
      card.querySelector(".hall-state").textContent = "Ended";
      card.dataset.state = "ended";
      clearInterval(timer);
    }
  }

  const timer = setInterval(show, 200);
  show();
}

for (const card of document.querySelectorAll(".hall-card")) if (Number(card.dataset.endMs)) run(card);
