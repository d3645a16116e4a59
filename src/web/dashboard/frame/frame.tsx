import type { ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";
import { type Whose, WhoseSite } from "../../frame/whose-site.tsx";
import { Drawer, type DrawerProps, drawerId } from "./drawer.tsx";

type FrameProps = Omit<DrawerProps, "operatorName"> & { operator: Whose; isBusy: boolean; children: ReactNode };

/** What is around every page of the dashboard. */
export const Frame = ({ operator, isBusy, children, ...drawer }: FrameProps) => (
  <div className="dashboard">
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:absolute focus:start-2 focus:top-2 focus:z-20 focus:bg-surface focus:p-3"
    >
      {m.skip_to_content()}
    </a>
    {isBusy && <div role="progressbar" aria-label={m.loading()} className="busy-bar" />}
    <TopBar />
    <Drawer {...drawer} operatorName={operator.name} />
    <div className="grid min-w-0 grid-cols-1 grid-rows-[1fr_auto] px-4 sm:px-6 lg:px-8">
      <main id="main" aria-busy={isBusy} className="min-w-0 pt-6 pb-16">
        {children}
      </main>
      {/* Below it is room for the flash message at the lower edge. */}
      <footer className="screen-only mb-20 flex flex-wrap gap-x-6 border-t border-line pt-3 text-14 text-quiet">
        <WhoseSite operator={operator} />
      </footer>
    </div>
  </div>
);

const TopBar = () => (
  <header className="top-bar">
    <button
      type="button"
      popoverTarget={drawerId}
      className="flex min-h-12 w-full cursor-pointer items-center gap-3 px-4 text-18 font-semibold sm:px-6"
    >
      <Lines />
      {m.dashboard()}
    </button>
  </header>
);

const Lines = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6" fill="none" stroke="currentColor">
    <path d="M4 7h16M4 12h16M4 17h16" strokeWidth="2" strokeLinecap="round" />
  </svg>
);
