import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { AccountPage } from "../form/account-page.tsx";
import { Avatar } from "#design/avatar.tsx";
import { roleName } from "#design/role-name.ts";
import { Button } from "#design/form/button.tsx";
import { knownVisitor } from "../server/known-visitor.server.ts";
import { showForeignPhotos } from "../server/private-pages.server.ts";
import { useSite } from "../../frame/site-facts.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/account.route.ts";
import type { ReactNode } from "react";

export const middleware: Route.MiddlewareFunction[] = [showForeignPhotos];

export async function loader({ context }: Route.LoaderArgs) {
  const { actor, person } = await knownVisitor(context.get(visitContext));
  return { person, lacksSecondStep: actor.role !== person.role };
}

export default function Account({ loaderData: { person, lacksSecondStep } }: Route.ComponentProps) {
  const { name, photoUrl, email, role, hasPassword, hasTotp, hasGoogle, passkeys } = person;
  return (
    <AccountPage title={m.your_account()} operatorName={useSite().operator.name}>
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
        <a href="/dashboard" className="inline-flex min-h-11 items-center justify-self-start">
          {m.dashboard()}
        </a>
      )}
      <dl className="border-b border-line">
        <AccountRow term={m.role()} value={roleName(role)} />
        <AccountRow term={m.profile()} value={m.profile_value()}>
          <RowLink href="/account/profile" label={m.change()} of={m.profile()} />
        </AccountRow>
        <AccountRow term={m.password()} value={hasPassword ? m.password_is_set() : m.password_not_set()}>
          <RowLink href="/account/password" label={hasPassword ? m.change() : m.set_password()} of={m.password()} />
        </AccountRow>
        <AccountRow term={m.second_step()} value={hasTotp ? m.second_step_on() : m.second_step_off()}>
          <RowLink href="/account/second-step" label={hasTotp ? m.manage() : m.turn_on()} of={m.second_step()} />
        </AccountRow>
        <AccountRow
          term={m.passkeys()}
          value={
            passkeys > 0 ? m.passkey_count({ count: passkeys, written: writtenCount(passkeys) }) : m.passkeys_none()
          }
        >
          <RowLink href="/account/passkeys" label={passkeys > 0 ? m.manage() : m.add()} of={m.passkeys()} />
        </AccountRow>
        {hasGoogle && <AccountRow term="Google" value={m.google_connected()} />}
        <AccountRow term={m.sessions()} value={m.session_this()}>
          <RowLink href="/account/sessions" label={m.manage()} of={m.sessions()} />
        </AccountRow>
      </dl>
      <form method="post" action="/sign-out">
        <Button look="secondary">{m.sign_out()}</Button>
      </form>
    </AccountPage>
  );
}

type AccountRowProps = { term: string; value: ReactNode; children?: ReactNode };

/** One thing about the account, how it is now, and the way to change it. */
const AccountRow = ({ term, value, children }: AccountRowProps) => (
  <div className="flex flex-wrap items-center gap-x-4 border-t border-line py-3">
    <dt className="w-full font-semibold">{term}</dt>
    <dd className="min-w-0 grow text-quiet">{value}</dd>
    {children && <dd>{children}</dd>}
  </div>
);

type RowLinkProps = { href: string; label: string; of: string };

/** Several links of a page have the same short label; who hears them also hears what it is about. */
const RowLink = ({ href, label, of }: RowLinkProps) => (
  <a href={href} className="inline-flex min-h-11 items-center">
    {label}
    <span className="sr-only">: {of}</span>
  </a>
);
