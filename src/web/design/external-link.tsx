import type { ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";

/** Leads to another site, and says so to eyes and ears. */
export const ExternalLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a href={to} rel="external noopener" className="external">
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
