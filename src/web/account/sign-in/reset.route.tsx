import { m } from "#i18n/compiled/messages.js";
import { AccountPage } from "../form/account-page.tsx";
import { untouched, tokenOf } from "../form/form-state.ts";
import { LinkEnded } from "../form/link-ended.tsx";
import { NewPasswordFields } from "../form/person-fields.tsx";
import { shownForm } from "../form/problem-words.ts";
import { Button } from "#design/form/button.tsx";
import { TokenForm } from "../form/token-form.tsx";
import { attempt } from "../server/attempt.server.ts";
import { callerOf, formAgain } from "../server/forms.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { inOtherLanguage, tokenThatHolds } from "../server/mailed-link.server.ts";
import { keepAddress } from "../server/private-pages.server.ts";
import { useSite } from "../../frame/site-facts.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/reset.route.ts";

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
    ? redirectWithReload("/login", { cookies: outcome.cookies, notice: "password-changed" })
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
        <Button>{m.save_password()}</Button>
      </TokenForm>
    </AccountPage>
  );
}
