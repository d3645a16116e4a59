import type { ReactNode } from "react";

export const EmptyState = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <div className="grid justify-items-start gap-2 border-s-4 border-line-strong py-2 ps-5">
    <h2 className="text-22">{title}</h2>
    <p className="max-w-prose text-quiet">{text}</p>
    {children}
  </div>
);
