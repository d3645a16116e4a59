import { m } from "#i18n/compiled/messages.js";
import { AccountPage } from "../form/account-page.tsx";
import { AddPasskey, PasskeyRow } from "./own-passkeys.tsx";
import { submitForm } from "../../frame/submit-form.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { knownVisitor } from "../server/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { useSite } from "../../frame/site-facts.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/passkeys.route.ts";

const page = "/account/passkeys";

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { person } = await knownVisitor(visit);
  const passkeys = await orErrorPage(visit, () => visit.portal.accounts.passkeys(visit.caller));
  return { passkeys, hasPassword: person.hasPassword };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { renamePasskey, removePasskey } = visit.portal.accounts;
  const form = await readForm(request);
  const change = form["name"] === undefined ? removePasskey : renamePasskey;
  return submitForm(visit, { values: form, here: page }, async () => {
    const outcome = await change(visit.caller, form);
    return outcome.ok ? redirectWithReload(page, { cookies: outcome.cookies, notice: "saved" }) : outcome;
  });
}

export default function Passkeys({ loaderData: { passkeys, hasPassword }, actionData }: Route.ComponentProps) {
  return (
    <AccountPage isBelowAccount title={m.passkeys()} operatorName={useSite().operator.name} text={m.passkeys_text()}>
      {passkeys.length > 0 && (
        <ul className="border-b border-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} page={page} passkey={passkey} hasPassword={hasPassword} sent={actionData} />
          ))}
        </ul>
      )}
      <AddPasskey page={page} hasPassword={hasPassword} />
    </AccountPage>
  );
}
