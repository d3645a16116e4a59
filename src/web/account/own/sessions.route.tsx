import { anonymous } from "#core/accounts/actor.ts";
import type { OwnSession } from "#core/accounts/accounts.ts";
import { mayHaveApiKeys } from "#core/accounts/permissions.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenAgo, writtenTime } from "#i18n/written.ts";
import { AccountPage } from "../form/account-page.tsx";
import { Button } from "#design/form/button.tsx";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import { readStep, takeStep, redirectAfterStep } from "../server/account-step.server.ts";
import { pages } from "../../pages.ts";
import type { Route } from "./+types/sessions.route.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const sessions = await orErrorPage(visit, () => visit.portal.accounts.sessions(visit.caller));
  return {
    mayHaveKeys: mayHaveApiKeys((await visit.signedIn())?.actor ?? anonymous),
    now: visit.portal.now(),
    sessions: sessions.toSorted((a, b) => Number(b.isThis) - Number(a.isThis) || b.usedAt - a.usedAt),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit, accounts, form } = await readStep(args);
  const { session } = form;
  if (session === undefined)
    return takeStep(visit, form, accounts.endAllSessions, redirectAfterStep(pages.login.path, "sessions-ended"));
  const endIt = () => accounts.endSession(visit.caller, session);
  return takeStep(visit, form, endIt, redirectAfterStep(pages.sessions.path));
}

export default function Sessions({ loaderData, actionData }: Route.ComponentProps) {
  const { mayHaveKeys, sessions, now } = loaderData;
  return (
    <AccountPage isBelowAccount title={m.sessions()} text={m.sessions_text()} unclaimed={actionData}>
      <ul className="border-b border-line">
        {sessions.map((session) => (
          <Session key={session.id} {...session} now={now} />
        ))}
      </ul>
      <form method="post" action={pages.sessions.path} className="grid justify-items-start gap-3">
        {mayHaveKeys && <p className="text-16 text-quiet">{m.api_keys_end_too()}</p>}
        <Button variant="danger" size="small">
          {m.sign_out_everywhere()}
        </Button>
      </form>
    </AccountPage>
  );
}

const Session = ({ id, browser, startedAt, usedAt, isThis, now }: OwnSession & { now: number }) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3">
    <div className="min-w-0 grow">
      <p className="font-semibold">{browser}</p>
      <p className="text-16 text-quiet">{isThis ? m.session_this() : m.session_used(written(usedAt, now))}</p>
      <p className="text-16 text-quiet">{m.session_started(written(startedAt, now))}</p>
    </div>
    {!isThis && (
      <form method="post" action={pages.sessions.path}>
        <Button variant="danger" size="small" name="session" value={id}>
          {m.session_end({ browser })}
        </Button>
      </form>
    )}
  </li>
);

/** Includes the elapsed time: it is true in every time zone, and the reader's may differ from the server's. */
const written = (time: number, now: number) => ({ ago: writtenAgo(time, now), when: writtenTime(time) });
