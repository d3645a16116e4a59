import type { ReactNode } from "react";

type FoldedSectionProps = { id: string; title: string; isOpen?: boolean; children: ReactNode };

/** A rarely needed part of the holder's page. A link to it opens it, because the id is on the folded content. */
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
