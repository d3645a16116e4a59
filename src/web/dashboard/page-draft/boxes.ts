import { draftFields } from "./autosave.ts";
import type { BoxFields } from "./use-autosave.ts";

type Box = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const notTyped = new Set(["hidden", "file", "password", "submit", "button"]);

const isBox = (element: Element): element is Box =>
  (element instanceof HTMLInputElement && !notTyped.has(element.type)) ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement;

const boxesIn = (form: HTMLFormElement) => [...form.elements].filter(isBox).filter(({ name }) => name !== "");

const isTicked = (box: Box): box is HTMLInputElement =>
  box instanceof HTMLInputElement && ["checkbox", "radio"].includes(box.type);

/** The boxes of a form as names and values, in the order of the page, and the names of the files that were chosen. */
export function boxesOf(form: HTMLFormElement): BoxFields {
  const boxes = boxesIn(form).filter((box) => !isTicked(box) || box.checked);
  const files = form.querySelectorAll<HTMLInputElement>(`input[name=${draftFields.file}]`);
  return [...boxes, ...files].map(({ name, value }) => [name, value]);
}

/** True if somebody typed, ticked or chose before the scripts ran. */
export const isTypedInto = (form: HTMLFormElement): boolean => boxesIn(form).some(isChanged);

function isChanged(box: Box): boolean {
  if (isTicked(box)) return box.checked !== box.defaultChecked;
  if ("defaultValue" in box) return box.value !== box.defaultValue;
  const options = [...box.options];
  // Without a choice in the page, browsers choose the first one.
  const first = options.find(({ defaultSelected }) => defaultSelected) ?? options[0];
  return box.value !== first?.value;
}

export const isFilledWith = (form: HTMLFormElement, fields: BoxFields): boolean =>
  JSON.stringify(boxesOf(form)) === JSON.stringify(fields);

/** The first text among these values that is in no box of the form now. */
export function textThatDiffers(form: HTMLFormElement, fields: BoxFields): string {
  const boxes = boxesIn(form);
  const texts = new Set(boxes.filter((box) => "defaultValue" in box && !isTicked(box)).map(({ name }) => name));
  const shown = new Set(boxes.map(({ value }) => value));
  return fields.find(([name, value]) => texts.has(name) && !shown.has(value) && value.trim() !== "")?.[1] ?? "";
}

/** Fills the boxes of a form, with input events as if the user had typed the values. */
export function fillBoxes(form: HTMLFormElement, fields: BoxFields): void {
  const left = Map.groupBy(fields, ([name]) => name);
  for (const box of boxesIn(form)) {
    const values = left.get(box.name) ?? [];
    if (isTicked(box)) {
      // React listens to clicks on these boxes.
      if (box.checked !== values.some(([, value]) => value === box.value)) box.click();
      continue;
    }
    box.value = values.shift()?.[1] ?? box.value;
    for (const type of ["input", "change"]) box.dispatchEvent(new Event(type, { bubbles: true }));
  }
}
