import type { OwnSession } from "#core/staff/accounts.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenAgo, writtenTime } from "#i18n/written.ts";
import { AccountPage } from "../form/account-page.tsx";
import { Button } from "#design/form/button.tsx";
import { attempt } from "../server/attempt.server.ts";
import { callerOf, formAgain } from "../server/forms.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { useSite } from "../../frame/site-facts.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/sessions.route.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const sessions = await orErrorPage(visit, () => visit.portal.accounts.sessions(callerOf(request, visit)));
  return {
    now: visit.portal.now(),
    sessions: sessions.toSorted((a, b) => Number(b.isThis) - Number(a.isThis) || b.usedAt - a.usedAt),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { accounts } = visit.portal;
  const caller = callerOf(request, visit);
  const form = await readForm(request);
  const { session } = form;
  if (session === undefined) {
    return redirectWithReload("/login", { ...(await accounts.endAllSessions(caller)), notice: "sessions-ended" });
  }
  const outcome = await attempt(visit, () => accounts.endSession(caller, session));
  return outcome.ok ? redirectWithReload("/account/sessions", outcome) : formAgain(form, outcome);
}

export default function Sessions({ loaderData: { sessions, now } }: Route.ComponentProps) {
  return (
    <AccountPage isBelowAccount title={m.sessions()} operatorName={useSite().operator.name} text={m.sessions_text()}>
      <ul className="border-b border-line">
        {sessions.map((session) => (
          <Session key={session.id} {...session} now={now} />
        ))}
      </ul>
      <form method="post" action="/account/sessions">
        <Button look="secondary">{m.sign_out_everywhere()}</Button>
      </form>
    </AccountPage>
  );
}

const Session = ({ id, browser, startedAt, usedAt, isThis, now }: OwnSession & { now: number }) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3">
    <div className="min-w-0 grow">
      <p className="font-semibold">{browser}</p>
      <p className="text-16 text-quiet">{isThis ? m.session_this() : m.session_used(told(usedAt, now))}</p>
      <p className="text-16 text-quiet">{m.session_started(told(startedAt, now))}</p>
    </div>
    {!isThis && (
      <form method="post" action="/account/sessions">
        <Button look="secondary" name="session" value={id}>
          {m.session_end({ browser })}
        </Button>
      </form>
    )}
  </li>
);

/** The reader may be in another zone than the server: how long ago is the same in both. */
const told = (time: number, now: number) => ({ ago: writtenAgo(time, now), when: writtenTime(time) });
