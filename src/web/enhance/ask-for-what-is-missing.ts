/** Says beside each empty field, in the page's words, that it is needed, and sends nothing. */
export function askForWhatIsMissing(): void {
  // On the way down, before anybody else hears of it.
  const before = { capture: true };
  document.addEventListener("submit", refuseWithGaps, before);
}

function refuseWithGaps(event: SubmitEvent): void {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || submitter?.hasAttribute("formaction")) return;
  const needed = [...form.querySelectorAll<Field>("[data-missing]")];
  const [first, ...others] = needed.filter(({ value }) => value.trim() === "");
  for (const field of needed) clear(field);
  if (!first) return;
  event.preventDefault();
  event.stopPropagation();
  for (const field of [first, ...others]) complain(field);
  first.focus();
}

type Field = HTMLInputElement | HTMLTextAreaElement;

const noteOf = (field: Field) => document.getElementById(field.getAttribute("aria-describedby") ?? "");

function complain(field: Field): void {
  field.ariaInvalid = "true";
  const note = noteOf(field);
  note?.setAttribute("role", "alert");
  note?.replaceChildren(field.dataset["missing"] ?? "");
}

function clear(field: Field): void {
  field.removeAttribute("aria-invalid");
  const note = noteOf(field);
  note?.removeAttribute("role");
  note?.replaceChildren(note.dataset["hint"] ?? "");
}
