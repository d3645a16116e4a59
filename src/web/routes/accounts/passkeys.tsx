import { m } from "#i18n/compiled/messages.js";
import { AccountPage } from "#ui/account/account-page.tsx";
import { AddPasskey } from "#ui/account/add-passkey.tsx";
import { untouched } from "#ui/account/form-state.ts";
import { PasskeyRow } from "#ui/account/passkey-row.tsx";
import { attempt } from "../../accounts/attempt.ts";
import { callerOf, formAgain, readForm } from "../../accounts/forms.ts";
import { goTo } from "../../accounts/go-to.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { proveAgainFor } from "../../accounts/prove-again-for.ts";
import { needed } from "../../needed.ts";
import { useSite } from "../../site.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/passkeys.ts";

const page = "/account/passkeys";

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { person } = await knownVisitor(visit);
  const passkeys = await needed(visit, () => visit.portal.accounts.passkeys(callerOf(request, visit)));
  return { passkeys, hasPassword: person.hasPassword };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { renamePasskey, removePasskey } = visit.portal.accounts;
  const form = await readForm(request);
  const change = form["name"] === undefined ? removePasskey : renamePasskey;
  const outcome = await attempt(visit, () => change(callerOf(request, visit), form));
  if (outcome.ok) return goTo(page, { cookies: outcome.cookies, notice: "saved" });
  return proveAgainFor(page, outcome) ?? formAgain(form, outcome);
}

export default function Passkeys({
  loaderData: { passkeys, hasPassword },
  actionData = untouched,
}: Route.ComponentProps) {
  return (
    <AccountPage isBelowAccount title={m.passkeys()} operatorName={useSite().operator.name} text={m.passkeys_text()}>
      {passkeys.length > 0 && (
        <ul className="border-b border-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} page={page} passkey={passkey} hasPassword={hasPassword} state={actionData} />
          ))}
        </ul>
      )}
      <AddPasskey page={page} hasPassword={hasPassword} />
    </AccountPage>
  );
}
