import { m } from "#i18n/compiled/messages.js";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { AccountPage } from "../form/account-page.tsx";
import { readStep, takeStep } from "../server/account-step.server.ts";
import { signedInVisit } from "../server/known-visitor.server.ts";
import { AddPasskey, PasskeyRow } from "./own-passkeys.tsx";
import type { Route } from "./+types/passkeys.route.ts";

const page = "/account/passkeys";

export async function loader({ context }: Route.LoaderArgs) {
  const { visit, portal, person } = await signedInVisit(context);
  const passkeys = await orErrorPage(visit, () => portal.accounts.passkeys(visit.caller));
  return { passkeys, hasPassword: person.hasPassword };
}

export async function action(args: Route.ActionArgs) {
  const { visit, accounts, form } = await readStep(args);
  const change = form["name"] === undefined ? accounts.removePasskey : accounts.renamePasskey;
  return takeStep(visit, form, change, ({ cookies }) => redirectWithReload(page, { cookies, notice: "saved" }));
}

export default function Passkeys({ loaderData: { passkeys, hasPassword }, actionData }: Route.ComponentProps) {
  return (
    <AccountPage isBelowAccount title={m.passkeys()} text={m.passkeys_text()}>
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
