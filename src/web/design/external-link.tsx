import type { ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";

/** Opens another site in a new tab, and says so to eyes and ears: the answer and the number typed stay in this one. */
export const ExternalLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a href={to} rel="external noopener" target="_blank" className="external">
    {children}
    <ExternalMark />
  </a>
);

/** The arrow is drawn by site.css. */
export const ExternalMark = () => (
  <span className="external-mark">
    <span className="sr-only">{m.other_site()}</span>
  </span>
);
