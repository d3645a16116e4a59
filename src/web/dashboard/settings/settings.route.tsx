import { Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { mailState } from "#operations/mails/mail-server.ts";
import { versionedSettings } from "#operations/portal/current-settings.ts";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { PageFrame } from "#design/page/page-frame.tsx";
import { MailNote, ProxyNote } from "../frame/operator-note.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { settingsGroups } from "./settings-pages.ts";
import { settingsStates } from "./settings-states.server.ts";
import type { Route } from "./+types/settings.route.ts";

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ visit, portal }) => {
    const { settings, signIn } = await versionedSettings(portal);
    const mails = await mailState(portal);
    return {
      states: settingsStates(settings, signIn, mails),
      mails,
      ignoresProxy: visit.ignoresProxy,
    };
  });

export default function Settings({ loaderData: { states, mails, ignoresProxy } }: Route.ComponentProps) {
  const site = useDashboard();
  return (
    <PageFrame title={m.settings_title()}>
      {ignoresProxy && <ProxyNote />}
      <MailNote mails={mails} />
      <div className="grid max-w-4xl gap-6">
        {settingsGroups(site).map(({ title, pages }) => (
          <section key={title()} aria-label={title()} className="grid gap-1">
            <h2 className="text-18">{title()}</h2>
            <ul>
              {pages.map(({ path, label }) => (
                <li key={path} className="border-t border-line">
                  <PageRow path={path} label={label()} state={states[path]} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </PageFrame>
  );
}

type PageRowProps = { path: string; label: string; state: string | undefined };

/** The link covers the whole row. */
const PageRow = ({ path, label, state }: PageRowProps) => (
  <div className="relative grid min-h-11 items-center gap-x-6 px-2 py-1 hovered:bg-raised sm:grid-cols-2 pointer-fine:min-h-9">
    <Link to={path} className="font-semibold no-underline after:absolute after:inset-0 hovered:underline">
      {label}
    </Link>
    <p className="wrap-anywhere text-quiet">{state}</p>
  </div>
);
