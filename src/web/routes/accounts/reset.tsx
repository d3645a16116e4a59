import { m } from "#i18n/compiled/messages.js";
import { AccountPage } from "#ui/account/account-page.tsx";
import { untouched } from "#ui/account/form-state.ts";
import { LinkEnded } from "#ui/account/link-ended.tsx";
import { NewPasswordFields } from "#ui/account/person-fields.tsx";
import { shownForm } from "#ui/account/problem-words.ts";
import { SubmitButton } from "#ui/account/submit-button.tsx";
import { TokenForm } from "#ui/account/token-form.tsx";
import { attempt } from "../../accounts/attempt.ts";
import { callerOf, formAgain, readForm } from "../../accounts/forms.ts";
import { goTo } from "../../accounts/go-to.ts";
import { inOtherLanguage, tokenOf, tokenThatHolds } from "../../accounts/mailed-link.ts";
import { keepAddress } from "../../accounts/private-pages.ts";
import { useSite } from "../../site.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/reset.ts";

export const middleware: Route.MiddlewareFunction[] = [keepAddress];

export const loader = async ({ request, context }: Route.LoaderArgs) => ({
  token: await tokenThatHolds(context.get(visitContext), "reset", request),
});

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  if (form["password"] === undefined) return inOtherLanguage(visit, "reset", form);
  const outcome = await attempt(visit, () => visit.portal.accounts.resetPassword(callerOf(request, visit), form));
  return outcome.ok
    ? goTo("/login", { cookies: outcome.cookies, notice: "password-changed" })
    : formAgain(form, outcome);
}

export default function Reset({ loaderData, actionData = untouched }: Route.ComponentProps) {
  const { operator } = useSite();
  const token = tokenOf(actionData, loaderData.token);
  if (token === "") {
    return (
      <LinkEnded operatorName={operator.name}>
        <a href="/forgot">{m.link_ended_reset()}</a>
      </LinkEnded>
    );
  }
  const { problems, field } = shownForm(actionData, ["password", "password2"], "password2");
  return (
    <AccountPage title={m.reset_title()} operatorName={operator.name} text={m.reset_text()}>
      <TokenForm action="/reset" token={token} problems={problems}>
        <NewPasswordFields label={m.new_password()} field={field} />
        <SubmitButton label={m.save_password()} />
      </TokenForm>
    </AccountPage>
  );
}
