import type { ReactNode } from "react";

type FoldedSectionProps = { id?: string; title: ReactNode; isOpen?: boolean; children: ReactNode };

/** Folded under its heading. A link to its id opens it, because the id is on the folded content. */
export const FoldedSection = ({ id, title, isOpen = false, children }: FoldedSectionProps) => (
  <details open={isOpen} className="border-t border-line pt-2">
    <summary className="min-h-11 cursor-pointer py-1.5">
      <h2 className="inline text-22">{title}</h2>
    </summary>
    <div id={id} tabIndex={-1} className="grid scroll-mt-16 grid-cols-1 gap-3 pt-1 pb-2">
      {children}
    </div>
  </details>
);
