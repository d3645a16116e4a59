import { m } from "#i18n/compiled/messages.js";
import { AccountPage } from "../form/account-page.tsx";
import { untouched, tokenOf } from "../form/form-state.ts";
import { LinkEnded } from "../form/link-ended.tsx";
import { PasswordField } from "../form/password-field.tsx";
import { shownForm } from "../form/problem-words.ts";
import { Button } from "#design/form/button.tsx";
import { TokenForm } from "../form/token-form.tsx";
import { attempt } from "../server/attempt.server.ts";
import { callerOf, formAgain } from "../server/forms.server.ts";
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
  const outcome = await attempt(visit, () => visit.portal.accounts.confirmAddress(callerOf(request, visit), form));
  return outcome.ok ? afterSignInStep(outcome, "") : formAgain(form, outcome);
}

export default function Confirm({ loaderData, actionData = untouched }: Route.ComponentProps) {
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
  const { problems, field } = shownForm(actionData, ["password"], "password");
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
