import { checkScript } from "virtual:check-script";
import { buttonClass } from "#design/form/button.tsx";
import { isPartOf } from "#core/settings/features.ts";
import { registerLines } from "#core/settings/log-settings.ts";
import { m } from "#i18n/compiled/messages.js";
import { scannerHeaders } from "../frame/page-headers.server.ts";
import { ShareTags } from "../frame/site/share-tags.tsx";
import { useSite } from "../frame/site/site-facts.ts";
import { OperatorIntro } from "../frame/site/site-operator.tsx";
import { visitContext } from "../frame/visit.server.ts";
import { pages } from "../pages.ts";
import { CheckAnswers } from "./check-answers.tsx";
import { CheckTools, KeepThisPage } from "./check-tools.tsx";
import type { Route } from "./+types/check.route.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  for (const [name, value] of Object.entries(scannerHeaders)) visit.answerHeaders.set(name, value);
  return {
    page: visit.page,
    mayKeep: visit.keepsShell && !import.meta.env.DEV,
    asksRegisters: registerLines(await visit.settings()).length > 0,
  };
}

/** Reads QR codes of slips. All checks run in the browser (script/check-page.ts), so everybody gets the same page. */
export default function Check({ loaderData: { page, mayKeep, asksRegisters } }: Route.ComponentProps) {
  const site = useSite();
  const { operator, address } = site;
  return (
    <div
      id="check"
      data-origin={address}
      data-registers={asksRegisters ? "" : undefined}
      className="grid max-w-2xl grid-cols-1 gap-8"
    >
      <title>{`${m.check_title()} – ${operator.name}`}</title>
      <ShareTags {...{ site, page }} title={m.check_title()} description={m.check_intro({ operator: operator.name })} />
      {/* Not async: on a slow line, the script would look for parts of the page that have not arrived. */}
      <script type="module" src={checkScript} />
      <div className="grid gap-4">
        <OperatorIntro operator={operator} />
        <h1 className="text-28 sm:text-36">{m.check_title()}</h1>
        <p>{m.check_intro({ operator: operator.name })}</p>
      </div>
      <div id="check-look-up" className="grid justify-items-start gap-4 scripted:hidden">
        <p className="font-semibold">{m.check_no_script()}</p>
        <a href="/" className={buttonClass({ size: "large" })}>
          {m.check_look_up()}
        </a>
      </div>
      <CheckTools asksRegisters={asksRegisters} />
      <p id="check-status" role="status" className="sr-only" />
      <section id="check-answer" className="min-h-[30svh] empty:hidden" />
      {mayKeep && <KeepThisPage />}
      {isPartOf(site, pages.askWallet) && (
        <p className="text-16">
          <a href={pages.askWallet.path} className="inline-flex min-h-11 items-center">
            {m.check_wallet_title()}
          </a>
        </p>
      )}
      <p className="hidden text-16 scripted:block">
        <a href={pages.report.path} className="inline-flex min-h-11 items-center">
          {m.report_title()}
        </a>
      </p>
      <CheckAnswers operator={operator} lookupPolicy={site.lookupPolicy} />
    </div>
  );
}
