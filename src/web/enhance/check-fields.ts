import { looksLikeName } from "#core/texts/looks-like-name.ts";
import { passportNumberIn } from "#core/records/passport-number-in-text.ts";

/** Shows under each field that it is empty or cannot be a number, and cancels the submit. The page has the texts. */
export function checkFields(): void {
  // In the capture phase, so that this listener runs before all others.
  const before = { capture: true };
  document.addEventListener("submit", refuseWrongFields, before);
}

function refuseWrongFields(event: SubmitEvent): void {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || submitter?.hasAttribute("formaction")) return;
  const fields = [...form.querySelectorAll<Field>("[data-missing]")];
  const [first, ...others] = fields.filter((field) => problemOf(field) !== undefined);
  for (const field of fields) takeBack(field);
  if (!first) return;
  event.preventDefault();
  event.stopPropagation();
  for (const field of [first, ...others]) complain(field);
  first.focus();
}

type Field = HTMLInputElement | HTMLTextAreaElement;

type Note = { words: string; role: string | null; invalid: string | null };

/** The shown problems and the hints before them. React does not restore a hint, because its own state is unchanged. */
const complaints = new WeakMap<Field, { said: string; before: Note }>();

const noteOf = (field: Field) => document.getElementById(field.getAttribute("aria-describedby") ?? "");

/** Returns the text of the problem, or undefined if the value is fine. */
function problemOf({ value, dataset: { missing, notANumber } }: Field): string | undefined {
  if (value.trim() === "") return missing;
  const isLeft = looksLikeName(value) || mayLeadElsewhere(value);
  return passportNumberIn(value) === null && !isLeft ? notANumber : undefined;
}

/** The server has words for names, and knows addresses, and messages with a code. */
const mayLeadElsewhere = (value: string) => value.includes("/") || (value.length > 24 && value.includes(" "));

function complain(field: Field): void {
  const note = noteOf(field);
  const said = problemOf(field);
  if (!note || said === undefined) return;
  complaints.set(field, { said, before: { words: note.textContent, role: note.role, invalid: field.ariaInvalid } });
  show(field, note, { words: said, role: "alert", invalid: "true" });
}

/** Restores the hint, unless other code has replaced the problem's text. */
function takeBack(field: Field): void {
  const note = noteOf(field);
  const complaint = complaints.get(field);
  complaints.delete(field);
  if (note && complaint && note.textContent === complaint.said) show(field, note, complaint.before);
}

function show(field: Field, note: HTMLElement, { words, role, invalid }: Note): void {
  field.ariaInvalid = invalid;
  note.role = role;
  note.replaceChildren(words);
}
