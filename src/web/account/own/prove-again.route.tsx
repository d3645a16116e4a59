import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { unsubmittedForm } from "../../frame/submit-form.server.ts";
import { AccountPage } from "../form/account-page.tsx";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { readStep, takeStep, unlessCodesAreFew } from "../server/account-step.server.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { returnAddress, returnAddressOf } from "../../frame/return-address.ts";
import { pages } from "../../pages.ts";
import { SecondStepForms } from "./second-step-forms.tsx";
import type { Route } from "./+types/prove-again.route.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { portal, person } = await signedInVisit(context);
  const { hasApp } = await portal.accounts.codesOf(person);
  return { from: returnAddressOf(request), has: { app: hasApp, codes: person.hasCodes, passkey: person.passkeys > 0 } };
}

export async function action(args: Route.ActionArgs) {
  const { visit, accounts, form } = await readStep(args);
  const from = returnAddress(form["from"]);
  if (form["code"] === undefined) return unsubmittedForm(visit, { from });
  return takeStep(visit, form, accounts.proveAgain, ({ cookies, codesLeft }) =>
    redirectWithReload(unlessCodesAreFew(codesLeft, from || pages.account.path), { cookies }),
  );
}

export default function ProveAgain({ loaderData, actionData }: Route.ComponentProps) {
  const from = returnAddress(actionData?.values["from"]) || loaderData.from;
  const { has } = loaderData;
  if (has.codes || has.passkey) {
    return (
      <AccountPage title={m.prove_again_title()} text={m.prove_again_text()}>
        <SecondStepForms action={pages.proveAgain.path} from={from} sent={actionData} has={has} does="prove" />
      </AccountPage>
    );
  }
  return (
    <AccountPage title={m.prove_again_title()} text={m.sign_in_again_text()}>
      <form method="post" action={pages.signOut.path}>
        <input type="hidden" name="from" value={from} />
        <Button>{m.sign_in_again()}</Button>
      </form>
    </AccountPage>
  );
}
