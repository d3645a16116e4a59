import { isStaffRole } from "#core/accounts/roles.ts";
import type { ReactNode } from "react";
import type { ConnectedProvider } from "#core/accounts/accounts.ts";
import { isOn } from "#core/settings/features.ts";
import { m } from "#i18n/compiled/messages.js";
import { messageCount } from "#i18n/written.ts";
import { joinedHolders } from "#operations/holders/holder-account.ts";
import { Avatar } from "#design/avatar.tsx";
import { Button } from "#design/form/button.tsx";
import { problemWords } from "#design/form/problem-words.ts";
import { roleName } from "#design/role-name.ts";
import { AccountPage } from "../form/account-page.tsx";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import type { ProviderProblem } from "../form/provider-buttons.tsx";
import { providerProblemIn } from "../server/provider-problem.server.ts";
import { ownPhoto } from "../server/own-photo.server.ts";
import { pages } from "../../pages.ts";
import type { Route } from "./+types/account.route.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { visit, actor, person, portal } = await signedInVisit(context);
  const providers = await portal.accounts.providers.ofPerson(person);
  const { onlyProviders } = await portal.accounts.providers.ways();
  const actsAsStudent = actor.role !== person.role;
  const lacksProvider = actsAsStudent && isStaffRole(person.role) && onlyProviders && !person.hasProvider;
  const lacksSecondStep = actsAsStudent && !lacksProvider && !person.hasFactor;
  const holders = isOn(await visit.settings(), "holders") ? await joinedHolders(portal, person) : [];
  const problem = providerProblemIn(request, providers);
  const photo = await ownPhoto({ visit, actor });
  return { person, photo, holders, lacksSecondStep, lacksProvider, providers, problem };
}

export default function Account({ loaderData }: Route.ComponentProps) {
  const { person, photo, holders, lacksSecondStep, lacksProvider, providers, problem } = loaderData;
  const connected = providers.filter(({ isConnected }) => isConnected);
  const hasOneWay = !person.hasPassword && person.passkeys === 0 && connected.length === 1;
  const { name, email, role, hasPassword, hasCodes, passkeys } = person;
  return (
    <AccountPage title={m.your_account()}>
      <div className="flex items-center gap-4">
        <Avatar name={name} photo={photo} />
        <div className="min-w-0">
          <p className="text-22 leading-snug font-semibold">{name}</p>
          <p className="text-16 wrap-anywhere text-quiet">{email}</p>
        </div>
      </div>
      <NextStep {...{ lacksSecondStep, lacksProvider }} />
      <dl className="border-b border-line">
        <AccountRow term={m.role()} value={roleName(role)} />
        <AccountRow term={m.profile()} value={m.profile_value()} to={pages.profile.path} label={m.change()} />
        <AccountRow
          term={m.password()}
          value={
            hasPassword
              ? m.password_is_set()
              : m.password_not_set({ provider: connected.map((one) => one.name).join(", ") })
          }
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
          value={passkeys > 0 ? m.passkey_count(messageCount(passkeys)) : m.passkeys_none()}
          to={pages.passkeys.path}
          label={passkeys > 0 ? m.manage() : m.add()}
        />
        {providers.map((provider) => (
          <ProviderRow
            key={provider.id}
            provider={provider}
            isLastWay={provider.isConnected && hasOneWay}
            problem={problem}
          />
        ))}
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

type NextStepProps = { lacksSecondStep: boolean; lacksProvider: boolean };

/** Leads to the dashboard, or says what the person needs first. */
const NextStep = ({ lacksSecondStep, lacksProvider }: NextStepProps) =>
  lacksSecondStep || lacksProvider ? (
    <p className="border-s-4 border-alarm ps-4">{lacksProvider ? m.provider_demanded() : m.second_step_demanded()}</p>
  ) : (
    <a href={pages.dashboard.path} className="inline-flex min-h-11 items-center justify-self-start">
      {m.dashboard()}
    </a>
  );

type ProviderRowProps = {
  provider: ConnectedProvider;
  /** True if the person can sign in only with this provider. They cannot disconnect it. */
  isLastWay: boolean;
  problem: ProviderProblem | null;
};

const ProviderRow = ({ provider: { id, name, isConnected }, isLastWay, problem }: ProviderRowProps) => (
  <AccountRow term={name} value={isConnected ? m.provider_connected() : m.provider_not_connected()}>
    {!isLastWay && (
      <dd>
        <form method="post" action={pages.provider.path}>
          <input type="hidden" name="provider" value={id} />
          <input type="hidden" name="account" value={isConnected ? "disconnect" : "connect"} />
          <Button variant={isConnected ? "danger" : "secondary"}>
            {isConnected ? m.provider_disconnect() : m.provider_connect()}
            <span className="sr-only">: {name}</span>
          </Button>
        </form>
      </dd>
    )}
    {problem?.id === id && (
      <dd className="w-full">
        <p role="alert" className="text-16 font-semibold text-alarm">
          {problemWords(problem.problem, problem)}
        </p>
      </dd>
    )}
  </AccountRow>
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
