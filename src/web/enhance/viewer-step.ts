/** An open document page is a history entry, so that Back closes it. The entry has only its index in the answer. */
export function pageOfStep(): number | null {
  const state: unknown = history.state;
  const page = typeof state === "object" && state !== null && "page" in state ? state.page : null;
  return typeof page === "number" ? page : null;
}

/** The browser goes back later. Until then, the entry of a closed page is still the current one. */
let isLeaving = false;
/** The page that was opened in the meantime. */
let opened: number | null = null;

/** Adds a history entry, unless Forward led to an existing one. */
export function enterStep(page: number): void {
  if (isLeaving) opened = page;
  else if (pageOfStep() === null) addStep(page);
}

const addStep = (page: number) => history.pushState({ ...history.state, page }, "");

/** For each step of the history. True if it left a closed page while another one was opened, which has its entry now. */
export function isOpenedMeanwhile(): boolean {
  const page = opened;
  [isLeaving, opened] = [false, null];
  if (page !== null) addStep(page);
  return page !== null;
}

/**
 * The return value of a viewer that Back closed. Its history entry is already gone, so leaveStep must not go back:
 * before the close event, Forward may have entered another entry.
 */
export const closedByBack = "back";

export function leaveStep({ returnValue }: HTMLDialogElement): void {
  opened = null;
  if (isLeaving || returnValue === closedByBack || pageOfStep() === null) return;
  isLeaving = true;
  history.back();
}

/** Clears the entry after a reload, because no document page is open then. */
export function forgetStep(): void {
  if (pageOfStep() !== null) history.replaceState({ ...history.state, page: null }, "");
}

export const openedViewer = () => document.querySelector<HTMLDialogElement>("dialog.viewer[open]");
