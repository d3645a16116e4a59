import { m } from "#i18n/compiled/messages.js";
import { AccountPage } from "../form/account-page.tsx";
import { AddPasskey } from "./add-passkey.tsx";
import { untouched } from "../form/form-state.ts";
import { PasskeyRow } from "./passkey-row.tsx";
import { attempt } from "../server/attempt.server.ts";
import { callerOf, formAgain } from "../server/forms.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { knownVisitor } from "../server/known-visitor.server.ts";
import { proveAgainFor } from "../server/prove-again-for.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { useSite } from "../../frame/site-facts.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/passkeys.route.ts";

const page = "/account/passkeys";

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { person } = await knownVisitor(visit);
  const passkeys = await orErrorPage(visit, () => visit.portal.accounts.passkeys(callerOf(request, visit)));
  return { passkeys, hasPassword: person.hasPassword };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { renamePasskey, removePasskey } = visit.portal.accounts;
  const form = await readForm(request);
  const change = form["name"] === undefined ? removePasskey : renamePasskey;
  const outcome = await attempt(visit, () => change(callerOf(request, visit), form));
  if (outcome.ok) return redirectWithReload(page, { cookies: outcome.cookies, notice: "saved" });
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
