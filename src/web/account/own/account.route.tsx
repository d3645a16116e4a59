import { isStaffRole } from "#core/accounts/roles.ts";
import type { ReactNode } from "react";
import type { Person } from "#core/accounts/accounts.ts";
import { m } from "#i18n/compiled/messages.js";
import { messageCount } from "#i18n/written.ts";
import { joinedHolders } from "#operations/holders/holder-account.ts";
import { Avatar } from "#design/avatar.tsx";
import { Button } from "#design/form/button.tsx";
import { problemWords } from "#design/form/problem-words.ts";
import { roleName } from "#design/role-name.ts";
import { AccountPage } from "../form/account-page.tsx";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { googleProblemIn } from "../server/google-problem.server.ts";
import { showForeignPhotos } from "../server/private-pages.server.ts";
import { pages } from "../../pages.ts";
import type { Route } from "./+types/account.route.ts";

export const middleware: Route.MiddlewareFunction[] = [showForeignPhotos];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { actor, person, portal } = await signedInVisit(context);
  const mayConnectGoogle = portal.accounts.google !== null;
  const lacksSecondStep = actor.role !== person.role && !person.hasFactor;
  const holders = await joinedHolders(portal, person);
  return { person, holders, lacksSecondStep, mayConnectGoogle, googleProblem: googleProblemIn(request) };
}

export default function Account({ loaderData }: Route.ComponentProps) {
  const { person, holders, lacksSecondStep, mayConnectGoogle, googleProblem } = loaderData;
  const { name, photoUrl, email, role, hasPassword, hasCodes, passkeys } = person;
  const passkeyCount = m.passkey_count(messageCount(passkeys));
  return (
    <AccountPage title={m.your_account()}>
      <div className="flex items-center gap-4">
        <Avatar name={name} photoUrl={photoUrl} />
        <div className="min-w-0">
          <p className="text-22 leading-snug font-semibold">{name}</p>
          <p className="text-16 wrap-anywhere text-quiet">{email}</p>
        </div>
      </div>
      {lacksSecondStep ? (
        <p className="border-s-4 border-alarm ps-4">{m.second_step_demanded()}</p>
      ) : (
        <a href={pages.dashboard.path} className="inline-flex min-h-11 items-center justify-self-start">
          {m.dashboard()}
        </a>
      )}
      <dl className="border-b border-line">
        <AccountRow term={m.role()} value={roleName(role)} />
        <AccountRow term={m.profile()} value={m.profile_value()} to={pages.profile.path} label={m.change()} />
        <AccountRow
          term={m.password()}
          value={hasPassword ? m.password_is_set() : m.password_not_set()}
          to={pages.password.path}
          label={hasPassword ? m.change() : m.set_password()}
        />
        <AccountRow
          term={m.second_step()}
          value={hasCodes ? m.second_step_on() : m.second_step_off()}
          to={pages.secondStep.path}
          label={hasCodes ? m.manage() : m.turn_on()}
        />
        <AccountRow
          term={m.passkeys()}
          value={passkeys > 0 ? passkeyCount : m.passkeys_none()}
          to={pages.passkeys.path}
          label={passkeys > 0 ? m.manage() : m.add()}
        />
        {mayConnectGoogle && <GoogleRow person={person} problem={googleProblem} />}
        {isStaffRole(role) && (
          <AccountRow term={m.alerts()} value={m.alerts_value()} to={pages.alerts.path} label={m.change()} />
        )}
        {holders.length > 0 && <HoldersRow holders={holders} />}
        <AccountRow term={m.sessions()} value={m.session_this()} to={pages.sessions.path} label={m.manage()} />
      </dl>
      <form method="post" action={pages.signOut.path}>
        <Button variant="secondary">{m.sign_out()}</Button>
      </form>
    </AccountPage>
  );
}

/** The holders whose pages this account opens. */
const HoldersRow = ({ holders }: { holders: readonly { firstName: string }[] }) => (
  <AccountRow
    term={m.holder_title()}
    value={holders.map(({ firstName }) => firstName).join(" · ")}
    to={pages.myRecord.path}
    label={m.holder_open()}
  />
);

type GoogleRowProps = { person: Person; problem: ReturnType<typeof googleProblemIn> };

const GoogleRow = ({ person: { hasGoogle, hasPassword, passkeys }, problem }: GoogleRowProps) => (
  <AccountRow term="Google" value={hasGoogle ? m.google_connected() : m.google_not_connected()}>
    {/* An account without another way to sign in cannot disconnect Google. */}
    {(!hasGoogle || hasPassword || passkeys > 0) && <GoogleAction hasGoogle={hasGoogle} />}
    {problem && (
      <dd className="w-full">
        <p role="alert" className="text-16 font-semibold text-alarm">
          {problemWords(problem.problem, problem)}
        </p>
      </dd>
    )}
  </AccountRow>
);

const GoogleAction = ({ hasGoogle }: { hasGoogle: boolean }) => (
  <dd>
    <form method="post" action={pages.google.path}>
      <input type="hidden" name="account" value={hasGoogle ? "disconnect" : "connect"} />
      <Button variant={hasGoogle ? "danger" : "secondary"}>
        {hasGoogle ? m.google_disconnect() : m.google_connect()}
        <span className="sr-only">: Google</span>
      </Button>
    </form>
  </dd>
);

type AccountRowProps = { term: string; value: string; to?: string; label?: string; children?: ReactNode };

const AccountRow = ({ term, value, to, label, children }: AccountRowProps) => (
  <div className="flex flex-wrap items-center gap-x-4 border-t border-line py-3">
    <dt className="w-full font-semibold">{term}</dt>
    <dd className="min-w-0 grow text-quiet">{value}</dd>
    {to && (
      <dd>
        <a href={to} className="inline-flex min-h-11 items-center">
          {label}
          {/* Several of these links have the same short label. */}
          <span className="sr-only">: {term}</span>
        </a>
      </dd>
    )}
    {children}
  </div>
);
