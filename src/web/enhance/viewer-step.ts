/** An open document page is a history entry, so that Back closes it. The entry has only its index in the answer. */
export function pageOfStep(): number | null {
  const state: unknown = history.state;
  const page = typeof state === "object" && state !== null && "page" in state ? state.page : null;
  return typeof page === "number" ? page : null;
}

/** Adds a history entry, unless Forward led to an existing one. */
export function enterStep(page: number): void {
  if (pageOfStep() === null) history.pushState({ ...history.state, page }, "");
}

/**
 * The return value of a viewer that Back closed. Its history entry is already gone, so leaveStep must not go back:
 * before the close event, Forward may have entered another entry.
 */
export const closedByBack = "back";

export function leaveStep({ returnValue }: HTMLDialogElement): void {
  if (returnValue !== closedByBack && pageOfStep() !== null) history.back();
}

/** Clears the entry after a reload, because no document page is open then. */
export function forgetStep(): void {
  if (pageOfStep() !== null) history.replaceState({ ...history.state, page: null }, "");
}
