import { type RefObject, useEffect, useRef, useState } from "react";

type Ticks = {
  form: RefObject<HTMLFormElement | null>;
  ticked: number;
  /** Ticks every row, or unticks every row if all are ticked. */
  tickAll: () => void;
};

/**
 * Counts the ticked rows of a form. The boxes themselves hold the state. A click with Shift also sets the boxes since
 * the last click.
 */
export function useTicks(): Ticks {
  const form = useRef<HTMLFormElement>(null);
  const last = useRef<HTMLInputElement>(null);
  const [ticked, setTicked] = useState(0);
  const count = () => setTicked(boxesOf(form.current).filter((box) => box.checked).length);

  useEffect(() => {
    const hear = (event: MouseEvent) => {
      const boxes = boxesOf(form.current);
      const box = boxes.find((one) => one === event.target);
      if (!box) return;
      if (event.shiftKey) for (const one of between(boxes, last.current, box)) one.checked = box.checked;
      last.current = box;
      setTicked(boxes.filter((one) => one.checked).length);
    };
    document.addEventListener("click", hear);
    return () => document.removeEventListener("click", hear);
  }, []);
  // Counts after each render: the rows may have changed, or some were ticked before the scripts ran.
  useEffect(count);

  const tickAll = () => {
    const boxes = boxesOf(form.current);
    const areAll = boxes.every((box) => box.checked);
    for (const box of boxes) box.checked = !areAll;
    count();
  };
  return { form, ticked, tickAll };
}

const boxesOf = (form: HTMLFormElement | null): HTMLInputElement[] =>
  [...(form?.elements ?? [])].filter(
    (box): box is HTMLInputElement => box instanceof HTMLInputElement && box.name === "record",
  );

function between(boxes: HTMLInputElement[], one: HTMLInputElement | null, other: HTMLInputElement): HTMLInputElement[] {
  const places = [one ?? other, other].map((box) => boxes.indexOf(box));
  return boxes.slice(Math.max(Math.min(...places), 0), Math.max(...places) + 1);
}
