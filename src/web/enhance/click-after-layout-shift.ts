/** Clicks a button on which a press started, even if the page moved the button away before the press ended. */
export function clickAfterLayoutShift(): void {
  document.addEventListener("pointerdown", begin, { capture: true });
}

function begin({ target, button: which, isPrimary }: PointerEvent): void {
  const button = target instanceof Element ? target.closest("button") : null;
  if (!button || !isPrimary || which !== 0) return;
  const where = button.getBoundingClientRect();
  const over = new AbortController();
  const heard = { capture: true, signal: over.signal };
  const end = (event: PointerEvent) => {
    over.abort();
    // A release outside the button's old place cancels the click. After a release on the button, the browser clicks it.
    if (!isIn(where, event) || isIn(button.getBoundingClientRect(), event)) return;
    button.click();
    ignoreNextClick();
  };
  document.addEventListener("pointerup", end, heard);
  document.addEventListener("pointercancel", () => over.abort(), heard);
}

const isIn = ({ left, right, top, bottom }: DOMRect, { clientX, clientY }: PointerEvent) =>
  clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;

/** Ignores the browser's own click, which would hit the element that has moved under the finger. */
function ignoreNextClick(): void {
  const over = new AbortController();
  const heard = { capture: true, signal: over.signal };
  const refuse = (event: MouseEvent) => {
    const isByPointer = event.detail > 0;
    if (!isByPointer) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("click", refuse, heard);
  document.addEventListener("pointerdown", () => over.abort(), heard);
}
