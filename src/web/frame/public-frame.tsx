import type { ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";
import { Notice, type NoticeId } from "../account/form/notice.tsx";
import { type SiteFrame, PrerenderedHtml } from "./menus/site-frame.tsx";
import type { SiteFacts } from "./site-facts.ts";
import { SiteHeader } from "./site-header.tsx";

type PublicFrameProps = {
  site: SiteFacts;
  around: SiteFrame;
  page: string;
  /** The page's form whose fields stay typed when the language changes. */
  typedForm: string | undefined;
  /** The name of who is signed in. */
  visitorName: string | null;
  notice: NoticeId | null;
  children: ReactNode;
};

/** What stands around every page for visitors. */
export const PublicFrame = ({ site, around, page, typedForm, visitorName, notice, children }: PublicFrameProps) => (
  <div className="grid min-h-svh grid-cols-1 grid-rows-[auto_auto_1fr_auto]">
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:absolute focus:start-2 focus:top-2 focus:z-10 focus:bg-surface focus:p-3"
    >
      {m.skip_to_content()}
    </a>
    <SiteHeader operatorName={site.operator.name} {...{ around, page, typedForm, visitorName }} />
    <div>{notice && <Notice id={notice} />}</div>
    <main id="main" className="mx-auto w-full max-w-5xl px-4 py-10 sm:px-6 sm:py-16">
      {children}
    </main>
    <PrerenderedHtml html={around.footer} />
  </div>
);
