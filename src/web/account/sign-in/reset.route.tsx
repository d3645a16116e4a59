import { m } from "#i18n/compiled/messages.js";
import { AccountPage, LinkEnded } from "../form/account-page.tsx";
import { NewPasswordFields } from "../form/person-fields.tsx";
import { shownAccountForm } from "../form/shown-account-form.ts";
import { Button } from "#design/form/button.tsx";
import { TokenForm, tokenOf } from "../form/account-form.tsx";
import { submitForm } from "../../frame/submit-form.server.ts";
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
  return submitForm(visit, { values: form }, async () => {
    const outcome = await visit.portal.accounts.resetPassword(visit.caller, form);
    return outcome.ok
      ? redirectWithReload("/login", { cookies: outcome.cookies, notice: "password-changed" })
      : outcome;
  });
}

export default function Reset({ loaderData, actionData }: Route.ComponentProps) {
  const { operator } = useSite();
  const token = tokenOf(actionData, loaderData.token);
  if (token === "") {
    return (
      <LinkEnded operatorName={operator.name}>
        <a href="/forgot">{m.link_ended_reset()}</a>
      </LinkEnded>
    );
  }
  const { problems, field } = shownAccountForm(actionData, ["password", "password2"], "password2");
  return (
    <AccountPage title={m.reset_title()} operatorName={operator.name} text={m.reset_text()}>
      <TokenForm action="/reset" token={token} problems={problems}>
        <NewPasswordFields label={m.new_password()} field={field} />
        <Button>{m.save_password()}</Button>
      </TokenForm>
    </AccountPage>
  );
}
