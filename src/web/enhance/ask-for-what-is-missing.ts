/** Says beside each empty field, in the page's words, that it is needed, and sends nothing. */
export function askForWhatIsMissing(): void {
  // The capture phase comes before all other listeners.
  const before = { capture: true };
  document.addEventListener("submit", refuseWithGaps, before);
}

function refuseWithGaps(event: SubmitEvent): void {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || submitter?.hasAttribute("formaction")) return;
  const fields = [...form.querySelectorAll<Field>("[data-missing]")];
  const [first, ...others] = fields.filter(({ value }) => value.trim() === "");
  for (const field of fields) takeBack(field);
  if (!first) return;
  event.preventDefault();
  event.stopPropagation();
  for (const field of [first, ...others]) complain(field);
  first.focus();
}

type Field = HTMLInputElement | HTMLTextAreaElement;

type Note = { words: string; role: string | null; invalid: string | null };

/** The hint of each field before a complaint. React does not write it again, because its own state has not changed. */
const originalNotes = new WeakMap<Field, Note>();

const noteOf = (field: Field) => document.getElementById(field.getAttribute("aria-describedby") ?? "");
const wordsFor = (field: Field) => field.dataset["missing"] ?? "";

function complain(field: Field): void {
  const note = noteOf(field);
  if (!note) return;
  const words = note.textContent;
  originalNotes.set(field, { words, role: note.role, invalid: field.ariaInvalid });
  show(field, note, { words: wordsFor(field), role: "alert", invalid: "true" });
}

/** Restores the hint, unless something else has been written there meanwhile. */
function takeBack(field: Field): void {
  const note = noteOf(field);
  const before = originalNotes.get(field);
  originalNotes.delete(field);
  if (note && before && note.textContent === wordsFor(field)) show(field, note, before);
}

function show(field: Field, note: HTMLElement, { words, role, invalid }: Note): void {
  field.ariaInvalid = invalid;
  note.role = role;
  note.replaceChildren(words);
}
