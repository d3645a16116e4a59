import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { shownAccountForm, TokenForm, tokenOf } from "../form/account-form.tsx";
import { AccountPage, LinkEnded } from "../form/account-page.tsx";
import { PasswordField } from "../form/person-fields.tsx";
import { afterSignInStep, readStep, takeStep } from "../server/account-step.server.ts";
import { openMailedLink, validTokenIn } from "../server/mailed-link.server.ts";
import { pages } from "../../pages.ts";
import type { Route } from "./+types/confirm.route.ts";

export const middleware: Route.MiddlewareFunction[] = [openMailedLink];

export const loader = (args: Route.LoaderArgs) => validTokenIn(args, "confirm");

export async function action(args: Route.ActionArgs) {
  const { visit, accounts, form } = await readStep(args);
  return takeStep(visit, form, accounts.confirmAddress, (done) => afterSignInStep(done, pages.account.path));
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const token = tokenOf(actionData, loaderData.token);
  if (token === "") {
    return (
      <LinkEnded isForgotten={!actionData && loaderData.isForgotten}>
        <p>{m.link_ended_confirm()}</p>
        <p className="flex gap-6">
          <a href={pages.login.path}>{m.sign_in()}</a>
          <a href={pages.forgot.path}>{m.forgotten_password()}</a>
        </p>
      </LinkEnded>
    );
  }
  const { problems, field } = shownAccountForm(actionData, ["password"]);
  return (
    <AccountPage title={m.confirm_title()} text={m.confirm_text()}>
      <TokenForm action={pages.confirm.path} token={token} problems={problems}>
        <PasswordField {...field("password")} label={m.password()} autoComplete="current-password" />
        <Button>{m.confirm_button()}</Button>
      </TokenForm>
      <a href={pages.forgot.path}>{m.forgotten_password()}</a>
    </AccountPage>
  );
}
