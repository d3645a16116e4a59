/** A click that began on a button counts, also when the page has moved the button away before it ended. */
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
    // A pointer that is released elsewhere cancels the click. One that is released on the button clicks by itself.
    if (!isIn(where, event) || isIn(button.getBoundingClientRect(), event)) return;
    button.click();
    ignoreNextClick();
  };
  document.addEventListener("pointerup", end, heard);
  document.addEventListener("pointercancel", () => over.abort(), heard);
}

const isIn = ({ left, right, top, bottom }: DOMRect, { clientX, clientY }: PointerEvent) =>
  clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;

/** A finger would also click what has come under it, which nobody meant. */
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
