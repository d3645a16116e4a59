import { useEffect, useRef } from "react";
import type { DocumentKind } from "#core/records/document-kinds.ts";

type OnFiles = (files: File[], kind: DocumentKind | null) => void;

/**
 * Files that are dropped or pasted anywhere on the page. One on the box of a paper is that paper; everything else waits to
 * be sorted. Without this a file that misses its box would take the place of the page.
 */
export function useDroppedFiles(kinds: readonly DocumentKind[], onFiles: OnFiles): void {
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    const take = (event: Event, data: DataTransfer | null) => {
      const files = [...(data?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      const kind = kindAt(event.target, kinds);
      latest.current(files, files.length === 1 ? kind : null);
    };
    const over = (event: DragEvent) => event.dataTransfer?.types.includes("Files") && event.preventDefault();
    const drop = (event: DragEvent) => take(event, event.dataTransfer);
    const paste = (event: ClipboardEvent) => take(event, event.clipboardData);
    document.addEventListener("dragover", over);
    document.addEventListener("drop", drop);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("drop", drop);
      document.removeEventListener("paste", paste);
    };
  }, [kinds]);
}

function kindAt(target: EventTarget | null, kinds: readonly DocumentKind[]): DocumentKind | null {
  const box = target instanceof Element ? target.closest<HTMLElement>("[data-paper]") : null;
  return kinds.find((kind) => kind === box?.dataset["paper"]) ?? null;
}
