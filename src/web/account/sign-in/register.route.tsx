import { m } from "#i18n/compiled/messages.js";
import { AccountForm } from "../form/account-form.tsx";
import { AccountPage, OtherPage } from "../form/account-page.tsx";
import { GoogleButton, OrDivider } from "../form/google-button.tsx";
import { shownAccountForm } from "../form/shown-account-form.ts";
import { EmailField, NameField, NewPasswordFields, PhotoField } from "../form/person-fields.tsx";
import { Button } from "#design/form/button.tsx";
import { formBegun, submitForm } from "../../frame/submit-form.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { openGoogle } from "../server/private-pages.server.ts";
import { leadingTo, returnAddress, returnAddressOf } from "../server/return-address.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { useSite } from "../../frame/site-facts.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/register.route.ts";

export const middleware: Route.MiddlewareFunction[] = [openGoogle];

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  if (await orErrorPage(visit, visit.signedIn)) return redirectWithReload("/");
  const { registration } = await orErrorPage(visit, visit.settings);
  return {
    from: returnAddressOf(request),
    isOpen: registration === "open",
    hasGoogle: visit.portal.accounts.google !== null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  if (form["language"] !== undefined) return formBegun(visit, form);
  return submitForm(visit, { values: form }, async () => {
    const outcome = await visit.portal.accounts.signUp(visit.caller, form);
    return outcome.ok
      ? redirectWithReload("/register/sent", { cookies: outcome.cookies, notice: "registered" })
      : outcome;
  });
}

const registerForm = "register-form";

export const handle = { typedForm: registerForm };

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const { operator } = useSite();
  const from = returnAddress(actionData?.values["from"]) || loaderData.from;
  const signIn = <OtherPage question={m.have_account()} label={m.sign_in()} href={leadingTo("/login", from)} />;
  if (!loaderData.isOpen) {
    return (
      <AccountPage
        title={m.invitation_needed_title()}
        operatorName={operator.name}
        text={m.invitation_needed_text({ operator: operator.name })}
      >
        {signIn}
        {/* The choice of language sends it. */}
        <form id={registerForm} method="post" className="hidden" />
      </AccountPage>
    );
  }
  const { problems, field } = shownAccountForm(
    actionData,
    ["photoURL", "name", "email", "password", "password2"],
    "password2",
  );
  return (
    <AccountPage title={m.register()} operatorName={operator.name} text={m.sign_in_for_staff()}>
      {loaderData.hasGoogle && (
        <>
          <GoogleButton label={m.google_button()} from={from} problem={undefined} />
          <OrDivider />
        </>
      )}
      <AccountForm id={registerForm} action="/register" problems={problems} hidden={{ from }}>
        <PhotoField {...field("photoURL")} />
        <NameField {...field("name")} />
        <EmailField {...field("email")} />
        <NewPasswordFields field={field} />
        <Button>{m.register()}</Button>
      </AccountForm>
      {signIn}
    </AccountPage>
  );
}
