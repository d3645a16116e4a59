/** An open page is a step of the history: Back closes it. It contains only the place among the answer's pages. */
export function pageOfStep(): number | null {
  const state: unknown = history.state;
  const page = typeof state === "object" && state !== null && "page" in state ? state.page : null;
  return typeof page === "number" ? page : null;
}

/** Not when Forward led there: then the step is there already. */
export function enterStep(page: number): void {
  if (pageOfStep() === null) history.pushState({ ...history.state, page }, "");
}

/** How Back closes a viewer: its step is gone already. By the time of the close event Forward may have entered another. */
export const closedByBack = "back";

export function leaveStep({ returnValue }: HTMLDialogElement): void {
  if (returnValue !== closedByBack && pageOfStep() !== null) history.back();
}

/** After a reload nothing is open any more. */
export function forgetStep(): void {
  if (pageOfStep() !== null) history.replaceState({ ...history.state, page: null }, "");
}
