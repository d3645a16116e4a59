/** Says beside each empty field, in the page's words, that it is needed, and sends nothing. */
export function askForWhatIsMissing(): void {
  // On the way down, before anybody else hears of it.
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

/** The hint of a field before a complaint. React believes that it is still there, and does not write it again. */
const stoodBefore = new WeakMap<Field, Note>();

const noteOf = (field: Field) => document.getElementById(field.getAttribute("aria-describedby") ?? "");
const wordsFor = (field: Field) => field.dataset["missing"] ?? "";

function complain(field: Field): void {
  const note = noteOf(field);
  if (!note) return;
  const words = note.textContent;
  stoodBefore.set(field, { words, role: note.role, invalid: field.ariaInvalid });
  show(field, note, { words: wordsFor(field), role: "alert", invalid: "true" });
}

/** Unless somebody else has written there in the meantime. */
function takeBack(field: Field): void {
  const note = noteOf(field);
  const before = stoodBefore.get(field);
  stoodBefore.delete(field);
  if (note && before && note.textContent === wordsFor(field)) show(field, note, before);
}

function show(field: Field, note: HTMLElement, { words, role, invalid }: Note): void {
  field.ariaInvalid = invalid;
  note.role = role;
  note.replaceChildren(words);
}
