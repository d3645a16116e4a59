import { m } from "#i18n/compiled/messages.js";
import { AccountPage, LinkEnded } from "../form/account-page.tsx";
import { PasswordField } from "../form/person-fields.tsx";
import { shownAccountForm } from "../form/shown-account-form.ts";
import { Button } from "#design/form/button.tsx";
import { TokenForm, tokenOf } from "../form/account-form.tsx";
import { submitForm } from "../../frame/submit-form.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { inOtherLanguage, tokenThatHolds } from "../server/mailed-link.server.ts";
import { keepAddress } from "../server/private-pages.server.ts";
import { afterSignInStep } from "../server/sign-in-step.server.ts";
import { useSite } from "../../frame/site-facts.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/confirm.route.ts";

export const middleware: Route.MiddlewareFunction[] = [keepAddress];

export const loader = async ({ request, context }: Route.LoaderArgs) => ({
  token: await tokenThatHolds(context.get(visitContext), "confirm", request),
});

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  if (form["password"] === undefined) return inOtherLanguage(visit, "confirm", form);
  return submitForm(visit, { values: form }, async () => {
    const outcome = await visit.portal.accounts.confirmAddress(visit.caller, form);
    return outcome.ok ? afterSignInStep(outcome, "") : outcome;
  });
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { operator } = useSite();
  const token = tokenOf(actionData, loaderData.token);
  if (token === "") {
    return (
      <LinkEnded operatorName={operator.name}>
        <p>{m.link_ended_confirm()}</p>
        <p className="flex gap-6">
          <a href="/login">{m.sign_in()}</a>
          <a href="/forgot">{m.forgotten_password()}</a>
        </p>
      </LinkEnded>
    );
  }
  const { problems, field } = shownAccountForm(actionData, ["password"], "password");
  return (
    <AccountPage title={m.confirm_title()} operatorName={operator.name} text={m.confirm_text()}>
      <TokenForm action="/confirm" token={token} problems={problems}>
        <PasswordField {...field("password")} label={m.password()} autoComplete="current-password" />
        <Button>{m.confirm_button()}</Button>
      </TokenForm>
      <a href="/forgot">{m.forgotten_password()}</a>
    </AccountPage>
  );
}
