export type KeyWords = { key: string; words: string };

/** Marks an element that a key presses. `words`: the description in the list of keys. */
export type Keyed = { "data-key"?: string; "data-key-words"?: string };

export const keyed = (key: string, words: string) => ({ "data-key": key, "data-key-words": words });

const sequenceMs = 1000;

/** Makes keys press the marked elements: first in the focused row, then on the page. Returns a function to stop. */
export function listenToKeys(areOn: () => boolean): () => void {
  let first = { key: "", at: 0 };
  const hear = (event: KeyboardEvent) => {
    if (!areOn() || event.defaultPrevented || isTyping(event) || document.querySelector("dialog:modal")) return;
    const isSecond = first.key !== "" && event.timeStamp - first.at < sequenceMs;
    const key = isSecond ? `${first.key} ${event.key}` : event.key;
    first = { key: event.key === "g" && !isSecond ? "g" : "", at: event.timeStamp };
    if (event.repeat ? pressAgain(key) : press(key)) event.preventDefault();
  };
  document.addEventListener("keydown", hear);
  return () => document.removeEventListener("keydown", hear);
}

const typedInto = "input:not([type=checkbox]), textarea, select, [contenteditable]";

function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const field = target instanceof Element ? target.closest(typedInto) : null;
  // When a dialog closes, a field in it keeps the focus for a moment.
  const isInField = field?.checkVisibility() === true;
  return isInField || ctrlKey || metaKey || altKey;
}

/** A held key may move along rows. It repeats no other action, because the user has not seen the next target. */
const pressAgain = (key: string) => /^(j|k|Arrow(Up|Down))$/.test(key) && press(key);

function press(key: string): boolean {
  if (key === "j" || key === "k") return walkAlongRows(key === "j" ? 1 : -1);
  const marked = `[data-key="${CSS.escape(key)}"]`;
  const row = document.activeElement?.closest("[data-row]");
  const target =
    row?.querySelector<HTMLElement>(marked) ?? document.querySelector<HTMLElement>(`:not([data-row] *)${marked}`);
  if (!target) return false;
  if (target instanceof HTMLInputElement && target.type !== "checkbox") target.select();
  else target.click();
  return true;
}

function walkAlongRows(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll("[data-row]")];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[at === -1 ? 0 : at + step]?.querySelector<HTMLElement>("a, button");
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
  return rows.length > 0;
}

export function keysOnPage(): KeyWords[] {
  const marked = [...document.querySelectorAll<HTMLElement>("[data-key]")];
  const words = new Map(marked.map(({ dataset }) => [dataset["key"] ?? "", dataset["keyWords"] ?? ""]));
  return [...words].map(([key, does]) => ({ key, words: does }));
}

export const hasRows = (): boolean => document.querySelector("[data-row]") !== null;
