import { type RefObject, useEffect, useRef } from "react";

/** A box that shows what was searched for last, and leaves what somebody is typing, before scripts run or after. */
export function useSearchBox(searched: string): RefObject<HTMLInputElement | null> {
  const box = useRef<HTMLInputElement>(null);
  const shown = useRef(searched);
  useEffect(() => {
    const isOther = shown.current !== searched;
    shown.current = searched;
    if (isOther && box.current && document.activeElement !== box.current) box.current.value = searched;
  }, [searched]);
  return box;
}
