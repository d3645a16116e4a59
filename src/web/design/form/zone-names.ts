/** Offers the names of time zones that this browser knows. Any other name may be typed. */
export const fillZoneNames = (list: HTMLDataListElement | null): void =>
  list?.replaceChildren(...Intl.supportedValuesOf("timeZone").map((name) => new Option("", name)));

/** Fills the lists of a page that does not hydrate. Proposes the browser's own zone where nobody has typed one. */
export function proposeZones(): void {
  for (const list of document.querySelectorAll<HTMLDataListElement>("datalist[data-zones]")) fillZoneNames(list);
  const box = document.querySelector<HTMLInputElement>("input[data-proposal]");
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  // Some browsers call every place UTC, so that nobody can tell where they are.
  if (box && box.value === box.defaultValue && timeZone !== "UTC") box.value = timeZone;
}
