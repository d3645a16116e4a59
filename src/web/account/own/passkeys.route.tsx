import type { OwnPasskey } from "#core/accounts/accounts.ts";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import type { FormResult } from "#design/form/form-result.ts";
import { m } from "#i18n/compiled/messages.js";
import { messageCount, writtenMoment } from "#i18n/written.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { AccountForm, shownAccountForm } from "../form/account-form.tsx";
import { AccountPage } from "../form/account-page.tsx";
import { OwnerPassword, PasswordField } from "../form/person-fields.tsx";
import { readStep, takeStep, redirectAfterStep } from "../server/account-step.server.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { pages } from "../../pages.ts";
import { NoPasskeysHere, PasskeyButton } from "./passkey-button.tsx";
import type { Route } from "./+types/passkeys.route.ts";

const page = pages.passkeys.path;

export async function loader({ context }: Route.LoaderArgs) {
  const { visit, portal, person } = await signedInVisit(context);
  const passkeys = await orErrorPage(visit, () => portal.accounts.passkeys(visit.caller));
  const { hasPassword, hasProvider } = person;
  return { passkeys, hasPassword, isLastWay: !hasPassword && !hasProvider && passkeys.length === 1 };
}

export async function action(args: Route.ActionArgs) {
  const { visit, accounts, form } = await readStep(args);
  const change = form["name"] === undefined ? accounts.removePasskey : accounts.renamePasskey;
  return takeStep(visit, form, change, redirectAfterStep(page, "saved"));
}

export default function Passkeys({ loaderData, actionData }: Route.ComponentProps) {
  const { passkeys, hasPassword, isLastWay } = loaderData;
  return (
    <AccountPage isBelowAccount title={m.passkeys()} text={m.passkeys_text()}>
      {passkeys.length > 0 && (
        <ul className="border-b border-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} {...{ passkey, hasPassword, isLastWay }} sent={actionData} />
          ))}
        </ul>
      )}
      <AddPasskey hasPassword={hasPassword} />
    </AccountPage>
  );
}

const maxWaitMinutes = 15;

/** Needs scripts and a browser that supports passkeys. If one is missing, the page says so. */
const AddPasskey = ({ hasPassword }: { hasPassword: boolean }) => (
  <section className="grid gap-5">
    <div className="hidden gap-5 passkeys:grid">
      <Field
        name="passkey-name"
        label={m.passkey_name()}
        hint={m.passkey_name_hint()}
        value={m.passkey_default_name()}
        type="text"
        autoComplete="off"
        maxLength={60}
      />
      {hasPassword && (
        <PasswordField
          name="passkey-password"
          label={m.current_password()}
          hint={m.passkey_password_hint()}
          autoComplete="current-password"
        />
      )}
      <PasskeyButton label={m.passkey_add()} does="add" from={page} />
      <template id="passkey-INVALID_EMAIL_OR_PASSWORD">{m.problem_wrong_password()}</template>
      <template id="passkey-VALIDATION_ERROR">{m.password_required()}</template>
      <template id="passkey-TOO_MANY_REQUESTS">{m.problem_wait_minutes(messageCount(maxWaitMinutes))}</template>
    </div>
    <NoPasskeysHere />
  </section>
);

type PasskeyRowProps = {
  passkey: OwnPasskey;
  hasPassword: boolean;
  /** True if the person can sign in only with this passkey. */
  isLastWay: boolean;
  sent: FormResult | undefined;
};

function PasskeyRow({ passkey: { id, name, addedAt }, hasPassword, isLastWay, sent }: PasskeyRowProps) {
  const isMeant = sent?.values["id"] === id;
  const isRenamed = isMeant && sent?.values["name"] !== undefined;
  const { field } = shownAccountForm(isRenamed ? sent : undefined, ["name"], { filled: { name } });
  return (
    <li className="border-t border-line py-3">
      <p className="font-semibold">{name}</p>
      <p className="text-16 text-quiet">{m.passkey_added_on({ date: writtenMoment(addedAt) })}</p>
      <details open={isMeant}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
          {m.change()}
          <span className="sr-only">: {name}</span>
        </summary>
        <div className="grid gap-5 py-3">
          <AccountForm action={page} hidden={{ id }}>
            <Field
              {...field("name")}
              id={`name-${id}`}
              label={m.passkey_name()}
              type="text"
              autoComplete="off"
              maxLength={60}
            />
            <Button variant="secondary">{m.passkey_rename()}</Button>
          </AccountForm>
          {isLastWay ? (
            <a href={pages.password.path} className="inline-flex min-h-11 items-center justify-self-start">
              {m.set_password()}
            </a>
          ) : (
            <AccountForm action={page} hidden={{ id }}>
              <OwnerPassword
                id={`password-${id}`}
                hasPassword={hasPassword}
                sent={isMeant && !isRenamed ? sent : undefined}
              />
              <Button variant="danger">{m.passkey_remove({ name })}</Button>
            </AccountForm>
          )}
        </div>
      </details>
    </li>
  );
}
