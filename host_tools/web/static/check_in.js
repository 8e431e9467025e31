// The check-in: the list follows what is typed, and Enter checks in the only player that is left.

const field = document.getElementById("q");
const rows = [...document.querySelectorAll(".arrivals > li")];
const nobody = document.querySelector(".nothing");

function fold(text) {
  return text.normalize("NFKD").replace(/\p{Mn}/gu, "").toLowerCase();
}

function meant(row, words) {
  const text = row.dataset.find;
  if (words.length === 1 && /^\d+$/.test(words[0])) return text.startsWith(words[0]);
  return words.every((word) => text.includes(word));
}

field.addEventListener("input", () => {
  const words = fold(field.value).split(/\s+/).filter(Boolean);
  for (const row of rows) row.hidden = !meant(row, words);
  nobody.hidden = rows.some((row) => !row.hidden);
});

field.form.addEventListener("submit", (event) => {
  const typed = field.value.trim();
  let left = rows.filter((row) => !row.hidden);
  if (/^\d+$/.test(typed)) left = left.filter((row) => row.dataset.find.startsWith(`${typed} `));
  const button = left.length === 1 && typed ? left[0].querySelector("button[name=come]") : null;
  if (!button) return;
  event.preventDefault();
  button.click();
});

document.getElementById("event")?.addEventListener("change", (event) => {
  event.target.form.submit();
});
