import { m } from "#i18n/compiled/messages.js";
import { AccountPage } from "#ui/account/account-page.tsx";
import { untouched } from "#ui/account/form-state.ts";
import { LinkEnded } from "#ui/account/link-ended.tsx";
import { PasswordField } from "#ui/account/password-field.tsx";
import { shownForm } from "#ui/account/problem-words.ts";
import { SubmitButton } from "#ui/account/submit-button.tsx";
import { TokenForm } from "#ui/account/token-form.tsx";
import { attempt } from "../../accounts/attempt.ts";
import { callerOf, formAgain, readForm } from "../../accounts/forms.ts";
import { inOtherLanguage, tokenOf, tokenThatHolds } from "../../accounts/mailed-link.ts";
import { keepAddress } from "../../accounts/private-pages.ts";
import { afterSignInStep } from "../../accounts/sign-in-step.ts";
import { useSite } from "../../site.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/confirm.ts";

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
        <SubmitButton label={m.confirm_button()} />
      </TokenForm>
      <a href="/forgot">{m.forgotten_password()}</a>
    </AccountPage>
  );
}
