import { askServer, wordsOf } from "./ask-server.ts";
import { forgetBusy, isBusy, setBusy } from "./busy.ts";
import { fieldsOf } from "./fields-of.ts";

/** Sends forms without leaving the page, once however often one presses. The server makes the same page as ever. */
export function postInPlace(): void {
  forgetBusy();
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || form.dataset["inPlace"] === undefined) return;
    // A choice of language, in the header.
    if (submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    const button = form.contains(submitter) ? submitter : form.querySelector("button:not([type=button])");
    if (!isBusy(button)) void send(form, button);
  });
}

async function send(form: HTMLFormElement, button: Element | null): Promise<void> {
  setBusy(button, true);
  forgetProblems(form);
  const answer = await askServer(new URL(form.action).pathname, fieldsOf(form));
  if (answer && "leadsTo" in answer) return location.assign(answer.leadsTo);
  setBusy(button, false);
  if (answer) showPage(answer.page);
  else showProblem(form, wordsOf("no-answer"));
}

/** What was wrong the last time is not said of this time. */
function forgetProblems(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll("[aria-invalid]")) {
    input.removeAttribute("aria-invalid");
    const note = noteOf(input);
    note?.replaceChildren(note.dataset["hint"] ?? "");
  }
}

const noteOf = (input: Element) => document.getElementById(input.getAttribute("aria-describedby") ?? "");

function showPage(page: Document): void {
  const shown = document.getElementById("main");
  const next = page.getElementById("main");
  if (!shown || !next) return;
  const focused = takeFocusTarget(next);
  keepPasswords(shown, next);
  shown.replaceWith(document.adoptNode(next));
  document.title = page.title;
  const target = focused ?? next.querySelector<HTMLElement>("h1");
  if (target?.tagName === "H1") target.tabIndex = -1;
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: "center" });
}

/** Browsers heed the server's mark only while a page loads. */
function takeFocusTarget(content: ParentNode): HTMLElement | null {
  const target = content.querySelector<HTMLElement>("[autofocus]");
  target?.removeAttribute("autofocus");
  return target;
}

/** The server sends no password back; those that are not in question stay typed. */
function keepPasswords(shown: ParentNode, next: ParentNode): void {
  for (const input of next.querySelectorAll<HTMLInputElement>("input[type=password]:not([aria-invalid])")) {
    const before = shown.querySelector(`#${CSS.escape(input.id)}`);
    if (before instanceof HTMLInputElement) input.value = before.value;
  }
}

/** Under the last field, where problems of the whole form stand. */
function showProblem(form: HTMLFormElement, words: string): void {
  const input = [...form.querySelectorAll<HTMLInputElement>("input[aria-describedby]")].at(-1);
  if (!input) return;
  input.ariaInvalid = "true";
  noteOf(input)?.replaceChildren(words);
  input.focus();
}
