import type { ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";
import { Licence } from "./licence.tsx";
import type { Operator } from "./site-facts.ts";
import { canBeReached, WaysToReach } from "./ways-to-reach.tsx";

/** Stands in the place of a page that cannot be fetched, under that page's address. It is kept on devices: it names nobody. */
export function OfflinePage({ operator }: { operator: Operator }) {
  return (
    <main className="mx-auto grid min-h-svh max-w-2xl content-center gap-8 px-4 py-12 sm:px-6">
      <title>{`${m.offline_title()} – ${operator.name}`}</title>
      <div className="grid justify-items-start gap-5">
        <BrokenLine />
        <h1 className="text-28 sm:text-36">{m.offline_title()}</h1>
        <p>{m.offline_text()}</p>
        {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- leads to the address at which it stands */}
        <a href="" className="action">
          {m.try_again()}
        </a>
      </div>
      <Part title={m.offline_what_to_do()}>
        <ul className="grid list-disc gap-2 ps-6">
          <li>{m.offline_check_line()}</li>
          <li>{m.offline_move()}</li>
          {operator.phone && <li>{m.offline_call({ operator: operator.name })}</li>}
        </ul>
        {canBeReached(operator) && <WaysToReach operator={operator} />}
      </Part>
      <p className="text-16 text-quiet">{m.offline_nothing_kept()}</p>
      <footer className="grid justify-items-start gap-1 border-t border-line pt-4 text-16">
        <p className="font-semibold">{operator.name}</p>
        <p>{m.not_government({ operator: operator.name })}</p>
        <Licence operator={operator} />
      </footer>
    </main>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-3">
    <h2 className="text-22">{title}</h2>
    {children}
  </section>
);

/** A paper, a telephone, and between them a line that does not meet. */
const BrokenLine = () => (
  <svg viewBox="0 0 240 72" aria-hidden="true" className="w-60 text-line-strong" fill="none" stroke="currentColor">
    <path d="M84 36h24M132 36h24" strokeWidth="3" strokeLinecap="round" strokeDasharray="1 8" />
    <path d="M114 26l-6 20M132 26l-6 20" strokeWidth="3" strokeLinecap="round" />
    <rect x="168" y="6" width="36" height="60" rx="6" strokeWidth="3" />
    <path d="M182 58h8" strokeWidth="3" strokeLinecap="round" />
    <path d="M32 6h26l12 12v48H32z" fill="#f9f4e8" stroke="none" />
    <path d="M42 28h18M42 38h18M42 48h12" stroke="#172033" strokeWidth="3" />
  </svg>
);
