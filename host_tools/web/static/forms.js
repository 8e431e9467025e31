// Sending a form of the organiser's pages: once, and only to a collector that answers and knows who asks. Until
// then the page stays as it is, with what was typed. Without scripts the server says the same, a page later.

const ALIVE = "/admin/alive";
const PATIENCE_MS = 8000;
const FORM_MOST = 128 * 1024; // host_tools/web/admin/forms.py
const AWAY = "The collector does not answer, so nothing was sent. What you typed stays here: send it again in a moment.";
const UNABLE = "The collector cannot use its database now, so nothing was sent. What you typed stays here: try again.";
const EXPIRED = "You are not logged in any more, so nothing was sent. What you typed stays here:";
const LONG = "This is too long for one form, so nothing was sent. Enter it in parts, or with “boardside entries import”.";

function say(form, text, link) {
  form.querySelector(":scope > .error")?.remove();
  if (!text) return;
  const line = document.createElement("p");
  line.className = "error";
  line.setAttribute("role", "alert");
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

const WORKBOOK = "is a workbook, not a CSV file. Save it as “CSV UTF-8” in the spreadsheet.";
const NO_TEXT = "is no text, so it is no entry list. Choose a CSV file.";

function size(bytes) {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} KB` : `${Math.round(bytes / 1e6)} MB`;
}

/** The text of a file; throws an Error that says why it is none. */
async function textOf(file) {
  if (file.size > FORM_MOST) throw new Error(`has ${size(file.size)}; a list for this page has at most 128 KB.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe && "utf-16le") || (bytes[0] === 0xfe && bytes[1] === 0xff && "utf-16be");
  if (wide) return new TextDecoder(wide).decode(bytes);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3) throw new Error(WORKBOOK);
  if (bytes.some((byte) => byte < 9)) throw new Error(NO_TEXT);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
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
      field.value = await textOf(file);
      say(chooser.form, "");
      field.focus();
    } catch (error) {
      say(chooser.form, `${file.name} ${error.message} Nothing was taken.`);
    }
    chooser.value = "";
  });
}
