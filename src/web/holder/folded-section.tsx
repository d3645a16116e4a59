import type { ReactNode } from "react";

type FoldedSectionProps = { id: string; title: string; isOpen?: boolean; children: ReactNode };

/** A part of one's own page that is rarely needed. */
export const FoldedSection = ({ id, title, isOpen = false, children }: FoldedSectionProps) => (
  <details id={id} open={isOpen} className="border-t border-line pt-2">
    <summary className="min-h-11 cursor-pointer py-1.5">
      <h2 className="inline text-22">{title}</h2>
    </summary>
    <div className="grid grid-cols-1 gap-3 pt-1 pb-2">{children}</div>
  </details>
);
