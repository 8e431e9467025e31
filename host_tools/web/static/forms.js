// Sending a form of the organiser's pages: once, and only to a collector that answers and knows who asks. Until
// then the page stays as it is, with what was typed. Without scripts the server says the same, a page later.

const ALIVE = "/admin/alive";
const PATIENCE_MS = 8000;
const FORM_MOST = 128 * 1024; // host_tools/web/admin/forms.py
const AWAY = "The collector does not answer, so nothing was sent. What you typed stays here: send it again in a moment.";
const UNABLE = "The collector cannot use its database now, so nothing was sent. What you typed stays here: try again.";
const EXPIRED = "You are not logged in any more, so nothing was sent. What you typed stays here:";
const LONG = "This is too long for one form, so nothing was sent. Enter it in parts, or with “boardside entries import”.";

function say(form, text, link, kind = "error") {
  form.querySelectorAll(":scope > .error, :scope > .said").forEach((line) => line.remove());
  if (!text) return;
  const line = document.createElement("p");
  line.className = kind;
  line.setAttribute("role", kind === "error" ? "alert" : "status");
  const words = document.createElement("span");
  words.textContent = text;
  if (link) {
    const way = document.createElement("a");
    way.href = link.href;
    way.target = "_blank";
    way.textContent = link.text;
    words.append(" ", way, ", then send it again here.");
  }
  line.append(words);
  form.prepend(line);
  line.scrollIntoView({ block: "nearest" });
}

/** Whether the form may be sent now; says on the page why not. */
async function ask(form) {
  let answer;
  try {
    answer = await fetch(ALIVE, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (error) {
    say(form, AWAY);
    return false;
  }
  if (answer.status >= 500) {
    say(form, UNABLE);
    return false;
  }
  if (answer.status === 401) {
    say(form, EXPIRED, { href: "/admin/login", text: "log in in another tab" });
    return false;
  }
  if (answer.ok) {
    const { csrf } = await answer.json(); // of another login than the page's, when there was one since
    form.elements.csrf.value = csrf;
  }
  return true; // any other answer the form itself gets, too, as a page
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.method !== "post" || form.dataset.sure) return;
  event.preventDefault();
  if (form.getAttribute("aria-busy") === "true") return; // a double click
  form.setAttribute("aria-busy", "true");
  const encoded = new URLSearchParams(new FormData(form, event.submitter));
  if (encoded.toString().length > FORM_MOST) say(form, LONG);
  else if (await ask(form)) {
    say(form, "");
    form.dataset.sure = "yes";
    form.requestSubmit(event.submitter);
    return; // it stays busy until the next page is there
  }
  form.removeAttribute("aria-busy");
});

// A page that comes back by the Back button is as it was left: its forms can be sent again.
addEventListener("pageshow", () => {
  for (const form of document.forms) {
    form.removeAttribute("aria-busy");
    delete form.dataset.sure;
  }
});

// A list from a file goes into the field for typing: so it is seen before it is sent, and nothing else is sent.

const WORKBOOK = "is a workbook, not a CSV file. The page “Import” of the tournament takes it; or save it as “CSV UTF-8” in the spreadsheet.";
const NO_TEXT = "is no text, so it is no entry list. Choose a CSV file.";

function size(bytes) {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} KB` : `${Math.round(bytes / 1e6)} MB`;
}

/** As host_tools/tournament/entries/entry_list.py guesses it: no western name in Windows-1252 has this. */
const NOT_WESTERN = /[^\0-\x7f]{2}|[^\0-\x7f\p{L}\p{N}\u2018\u2019\u201c\u201d\u2013\u2014\xb7\xa0]|[\xaa\xb2\xb3\xb9\xba\xbc-\xbe]/u;
const ACCENTED = /[^,;\t\r\n"]*[^\0-\x7f,;\t\r\n"][^,;\t\r\n"]*/g;
const LISTED = 12;

/** What to look at, when the encoding of a file was guessed. */
function guess(text) {
  const cells = [...new Set(text.match(ACCENTED).map((cell) => cell.trim()))];
  const more = cells.length > LISTED ? ` and ${cells.length - LISTED} more` : "";
  return `is not in UTF-8 and was read as Windows-1252. Look whether these are right: ${cells.slice(0, LISTED).join(", ")}${more}.`;
}

/** {text, note} of a file; throws an Error that says why it has no text. */
async function textOf(file) {
  if (file.size > FORM_MOST) throw new Error(`has ${size(file.size)}; a list for this page has at most 128 KB.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe && "utf-16le") || (bytes[0] === 0xfe && bytes[1] === 0xff && "utf-16be");
  if (wide) return { text: new TextDecoder(wide).decode(bytes) };
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3) throw new Error(WORKBOOK);
  if (bytes.some((byte) => byte < 9)) throw new Error(NO_TEXT);
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (error) {
    const text = new TextDecoder("windows-1252").decode(bytes);
    if (!NOT_WESTERN.test(text)) return { text, note: guess(text) };
    throw new Error("has a letter that is not in UTF-8. Save the list as “CSV UTF-8”.");
  }
}

for (const chooser of document.querySelectorAll("input[type=file][data-into]")) {
  const field = document.getElementById(chooser.dataset.into);
  chooser.closest("[hidden]").hidden = false;
  chooser.addEventListener("change", async () => {
    const [file] = chooser.files;
    if (!file) return;
    try {
      const { text, note } = await textOf(file);
      field.value = text;
      say(chooser.form, note && `${file.name} ${note}`, null, "said");
      field.focus();
    } catch (error) {
      say(chooser.form, `${file.name} ${error.message} Nothing was taken.`);
    }
    chooser.value = "";
  });
}
