import { m } from "#i18n/compiled/messages.js";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { unsubmittedForm } from "../../frame/submit-form.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import { AccountPage } from "../form/account-page.tsx";
import { SecondStepForms } from "../own/second-step-forms.tsx";
import { afterSignInStep, readStep, takeStep } from "../server/account-step.server.ts";
import { comeFromProvider } from "../server/private-pages.server.ts";
import { returnAddress, returnAddressOf } from "../../frame/return-address.ts";
import { pages } from "../../pages.ts";
import type { Route } from "./+types/second-factor.route.ts";

export const middleware: Route.MiddlewareFunction[] = [comeFromProvider];

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const ways = await orErrorPage(visit, () => visit.portal.accounts.waysToGoOn(visit.caller));
  return { from: returnAddressOf(request), has: { ...ways, codes: true } };
}

export async function action(args: Route.ActionArgs) {
  const { visit, accounts, form } = await readStep(args);
  const from = returnAddress(form["from"]);
  if (form["code"] === undefined) return unsubmittedForm(visit, { from });
  return takeStep(visit, form, accounts.proveSecondFactor, (done) => afterSignInStep(done, from));
}

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { has } = loaderData;
  return (
    <AccountPage title={m.second_factor_title()} {...(has.app && { text: m.second_factor_text() })}>
      <SecondStepForms
        action={pages.secondFactor.path}
        from={returnAddress(actionData?.values["from"]) || loaderData.from}
        sent={actionData}
        has={has}
      />
    </AccountPage>
  );
}
