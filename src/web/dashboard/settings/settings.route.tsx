import { m } from "#i18n/compiled/messages.js";
import { mailState } from "#operations/mails/mail-server.ts";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { PageFrame } from "#design/page/page-frame.tsx";
import { MailNote, ProxyNote } from "../frame/operator-note.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { settingsPagesOf } from "./settings-pages.ts";
import type { Route } from "./+types/settings.route.ts";

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ visit, portal }) => ({
    /** True if mails are only written into a folder. */
    mails: await mailState(portal),
    ignoresProxy: visit.ignoresProxy,
  }));

export default function Settings({ loaderData: { mails, ignoresProxy } }: Route.ComponentProps) {
  const site = useDashboard();
  const { main, further } = settingsPagesOf(site);
  return (
    <PageFrame title={m.settings_title()}>
      {ignoresProxy && <ProxyNote />}
      <MailNote mails={mails} />
      <PageList pages={main} />
      <details>
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">{m.settings_further()}</summary>
        <PageList pages={further} />
      </details>
    </PageFrame>
  );
}

function PageList({ pages }: { pages: ReturnType<typeof settingsPagesOf>["main"] }) {
  const site = useDashboard();
  return (
    <ul className="grid max-w-4xl gap-x-8 sm:grid-cols-2">
      {pages.map(({ path, label, words }) => (
        <li key={path} className="border-t border-line py-2">
          <TextLink to={path} label={label()} className="font-semibold" />
          <p className="pb-1 text-16 text-quiet">{words(site)}</p>
        </li>
      ))}
    </ul>
  );
}
