import type { ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";

/** Opens another site in a new tab, and says so. The answer and the typed number stay in this tab. */
export const ExternalLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a href={to} rel="external noopener" target="_blank" className="external">
    {children}
    <ExternalMark />
  </a>
);

/** controls.css draws the arrow. */
export const ExternalMark = () => (
  <span className="external-mark">
    <span className="sr-only">{m.other_site()}</span>
  </span>
);
