import { type RefObject, useEffect, useRef } from "react";

/** A box that shows what was searched for last. What somebody typed before the page listened stays in it. */
export function useSearchBox(searched: string): RefObject<HTMLInputElement | null> {
  const box = useRef<HTMLInputElement>(null);
  const last = useRef(searched);
  useEffect(() => {
    if (box.current && last.current !== searched) box.current.value = searched;
    last.current = searched;
  }, [searched]);
  return box;
}
