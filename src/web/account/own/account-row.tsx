import type { ReactNode } from "react";

type AccountRowProps = { term: string; value: ReactNode; children?: ReactNode };

/** One thing about the account, how it is now, and the way to change it. */
export const AccountRow = ({ term, value, children }: AccountRowProps) => (
  <div className="flex flex-wrap items-center gap-x-4 border-t border-line py-3">
    <dt className="w-full font-semibold">{term}</dt>
    <dd className="min-w-0 grow text-quiet">{value}</dd>
    {children && <dd>{children}</dd>}
  </div>
);

type RowLinkProps = { href: string; label: string; of: string };

/** Several links of a page have the same short label; who hears them also hears what it is about. */
export const RowLink = ({ href, label, of }: RowLinkProps) => (
  <a href={href} className="inline-flex min-h-11 items-center">
    {label}
    <span className="sr-only">: {of}</span>
  </a>
);
