import { ask, fieldsOf, moveFocus, onSubmit, once, setBusy, takeFocusTarget, wordsOf } from "../../enhance/in-place.ts";

/** Sends account forms without leaving the page. The server makes the same page as ever. */
export function postInPlace(): void {
  forgetBusy();
  onSubmit("inPlace", (form, button) => once(button, () => post(form)));
}

/** On a page that Back brought from the browser's cache nothing is under way any more. */
function forgetBusy(): void {
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    for (const button of document.querySelectorAll("[aria-disabled=true]")) setBusy(button, false);
  });
}

async function post(form: HTMLFormElement): Promise<{ isLeaving: boolean }> {
  forgetProblems(form);
  const answer = await ask(new URL(form.action).pathname, fieldsOf(form), "main");
  if (answer && "leadsTo" in answer) {
    location.assign(answer.leadsTo);
    return { isLeaving: true };
  }
  if (answer) showPage(answer.page);
  else showProblem(form, wordsOf("no-answer"));
  return { isLeaving: false };
}

/** Removes the problems that the last answer showed. */
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

/** The server sends no password back; those that are not in question stay typed. */
function keepPasswords(shown: ParentNode, next: ParentNode): void {
  for (const input of next.querySelectorAll<HTMLInputElement>("input[type=password]:not([aria-invalid])")) {
    const before = shown.querySelector(`#${CSS.escape(input.id)}`);
    if (before instanceof HTMLInputElement) input.value = before.value;
  }
}

/** Under the last field, the place for problems of the whole form. */
function showProblem(form: HTMLFormElement, words: string): void {
  const input = [...form.querySelectorAll<HTMLInputElement>("input[aria-describedby]")].at(-1);
  if (!input) return;
  input.ariaInvalid = "true";
  noteOf(input)?.replaceChildren(words);
  input.focus();
}
