import type { ReactNode } from "react";

/** Closed behind its title on narrow screens, open without it on wide ones: around.css. */
export const Collapsible = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="collapsible">
    <summary>{title}</summary>
    {children}
  </details>
);
