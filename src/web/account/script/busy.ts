/** A button that was pressed, until there is an answer. It keeps the focus, which a disabled one would lose. */
export function setBusy(button: Element | null, isBusy: boolean): void {
  button?.setAttribute("aria-disabled", String(isBusy));
}

export const isBusy = (button: Element | null): boolean => button?.getAttribute("aria-disabled") === "true";

/** Back to a page that the browser kept: nothing is under way there any more. */
export function forgetBusy(): void {
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    for (const button of document.querySelectorAll("[aria-disabled=true]")) setBusy(button, false);
  });
}
