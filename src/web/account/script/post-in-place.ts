import { ask, fieldsOf, moveFocus, onSubmit, once, setBusy, takeFocusTarget, wordsOf } from "../../enhance/in-place.ts";
import { solveIn } from "../../enhance/solve-challenge.ts";

/** Submits account forms without leaving the page. The server renders the same page as without scripts. */
export function postInPlace(): void {
  forgetBusy();
  onSubmit("inPlace", (form, button) => once(button, () => post(form, button)));
}

/** Re-enables the buttons of a page that Back restored from the browser's cache: no request is running any more. */
function forgetBusy(): void {
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    for (const button of document.querySelectorAll("[aria-disabled=true]")) setBusy(button, false);
  });
}

async function post(form: HTMLFormElement, button: Element | null): Promise<{ isLeaving: boolean }> {
  forgetProblems(form);
  const fields = fieldsOf(form);
  if (button instanceof HTMLButtonElement && button.name) fields.append(button.name, button.value);
  const answer = await askAndProve(form, fields);
  if (answer && "leadsTo" in answer) {
    location.assign(answer.leadsTo);
    return { isLeaving: true };
  }
  if (answer) showPage(answer.page);
  else showProblem(form, wordsOf("no-answer"));
  return { isLeaving: false };
}

/** First because the site has too much to do, then as the price of a password, which may rise while it is computed. */
const maxProofs = 3;

/** If the site asks for a proof of work, sends the form again with one. */
async function askAndProve(form: HTMLFormElement, fields: URLSearchParams): ReturnType<typeof ask> {
  const address = new URL(form.action).pathname;
  let answer = await ask(address, fields, "main");
  for (let proofs = 0; answer && "page" in answer && proofs < maxProofs; proofs += 1) {
    if (answer.page.querySelector("[name=waitTicket]")) sayStatus(form, wordsOf("proving"));
    const proof = await solveIn(answer.page);
    if (proof === null) break;
    fields.set("proof", proof);
    answer = await ask(address, fields, "main");
  }
  sayStatus(form, "");
  return answer;
}

function sayStatus(form: HTMLFormElement, words: string): void {
  form.querySelector("[role=status]")?.replaceChildren(words);
}

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
  moveFocus(target, "center");
}

/** Copies typed passwords into the new page, because the server sends none back. Skips passwords that were wrong. */
function keepPasswords(shown: ParentNode, next: ParentNode): void {
  for (const input of next.querySelectorAll<HTMLInputElement>("input[type=password]:not([aria-invalid])")) {
    const before = shown.querySelector(`#${CSS.escape(input.id)}`);
    if (before instanceof HTMLInputElement) input.value = before.value;
  }
}

/** Shows a problem under the last field, which also shows problems of the whole form. */
function showProblem(form: HTMLFormElement, words: string): void {
  const input = [...form.querySelectorAll<HTMLInputElement>("input[aria-describedby]")].at(-1);
  if (!input) return;
  input.ariaInvalid = "true";
  noteOf(input)?.replaceChildren(words);
  input.focus();
}
