import type { ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";
import { BusyBar } from "./busy-bar.tsx";
import { Drawer, type DrawerProps, drawerId } from "./drawer.tsx";

type FrameProps = DrawerProps & { isBusy: boolean; children: ReactNode };

/** What stands around every page of the dashboard. */
export const Frame = ({ isBusy, children, ...drawer }: FrameProps) => (
  <div className="dashboard">
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:absolute focus:start-2 focus:top-2 focus:z-20 focus:bg-surface focus:p-3"
    >
      {m.skip_to_content()}
    </a>
    {isBusy && <BusyBar />}
    <TopBar />
    <Drawer {...drawer} />
    <main id="main" aria-busy={isBusy} className="min-w-0 px-4 pt-6 pb-24 sm:px-6 lg:px-8">
      {children}
    </main>
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
