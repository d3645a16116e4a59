import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { shownAccountForm, TokenForm, tokenOf } from "../form/account-form.tsx";
import { AccountPage, LinkEnded } from "../form/account-page.tsx";
import { NewPasswordFields } from "../form/person-fields.tsx";
import { readStep, takeStep, redirectAfterStep } from "../server/account-step.server.ts";
import { openMailedLink, validTokenIn } from "../server/mailed-link.server.ts";
import { pages } from "../../pages.ts";
import type { Route } from "./+types/reset.route.ts";

export const middleware: Route.MiddlewareFunction[] = [openMailedLink];

export const loader = (args: Route.LoaderArgs) => validTokenIn(args, "reset");

export async function action(args: Route.ActionArgs) {
  const { visit, accounts, form } = await readStep(args);
  return takeStep(visit, form, accounts.resetPassword, redirectAfterStep(pages.login.path, "password-changed"));
}

export default function Reset({ loaderData, actionData }: Route.ComponentProps) {
  const token = tokenOf(actionData, loaderData.token);
  if (token === "") {
    return (
      <LinkEnded isForgotten={!actionData && loaderData.isForgotten}>
        <a href={pages.forgot.path}>{m.link_ended_reset()}</a>
      </LinkEnded>
    );
  }
  const { problems, field } = shownAccountForm(actionData, ["password", "password2"]);
  return (
    <AccountPage title={m.reset_title()} text={m.reset_text()}>
      <TokenForm action={pages.reset.path} token={token} problems={problems}>
        <NewPasswordFields label={m.new_password()} field={field} />
        <Button>{m.save_password()}</Button>
      </TokenForm>
    </AccountPage>
  );
}
