import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { useSite } from "../../frame/site/site-facts.ts";
import { unsubmittedForm } from "../../frame/submit-form.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import { AccountForm, shownAccountForm } from "../form/account-form.tsx";
import { AccountPage, OtherPage } from "../form/account-page.tsx";
import { ProviderButtons } from "../form/provider-buttons.tsx";
import { EmailField, NameField, NewPasswordFields, PhotoField } from "../form/person-fields.tsx";
import { readStep, takeStep, redirectAfterStep } from "../server/account-step.server.ts";
import { providerProblemIn } from "../server/provider-problem.server.ts";
import { comeFromProvider, openProvider } from "../server/private-pages.server.ts";
import { withReturnAddress, returnAddress, returnAddressOf } from "../../frame/return-address.ts";
import { pages } from "../../pages.ts";
import type { Route } from "./+types/register.route.ts";

export const middleware: Route.MiddlewareFunction[] = [comeFromProvider, openProvider];

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  if (await orErrorPage(visit, visit.signedIn)) return redirectWithReload("/");
  const from = returnAddressOf(request);
  const { providers, onlyProviders } = await orErrorPage(visit, visit.portal.accounts.providers.ways);
  if (onlyProviders) return redirectWithReload(withReturnAddress(pages.login.path, from));
  const { registration } = await orErrorPage(visit, visit.settings);
  return {
    from,
    isOpen: registration === "open",
    providers,
    providerProblem: providerProblemIn(request, providers),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit, accounts, form } = await readStep(args);
  if (form["language"] !== undefined) return unsubmittedForm(visit, form);
  return takeStep(visit, form, accounts.signUp, redirectAfterStep(pages.registerSent.path, "registered"));
}

const registerForm = "register-form";

export const handle = { typedForm: registerForm };

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const operator = useSite().operator.name;
  const from = returnAddress(actionData?.values["from"]) || loaderData.from;
  const signIn = (
    <OtherPage question={m.have_account()} label={m.sign_in()} href={withReturnAddress(pages.login.path, from)} />
  );
  const { isOpen, providers, providerProblem } = loaderData;
  if (!isOpen) {
    return (
      <AccountPage title={m.invitation_needed_title()} text={m.invitation_needed_text({ operator })}>
        {signIn}
        {/* The language choice submits this form. */}
        <form id={registerForm} method="post" className="hidden" />
      </AccountPage>
    );
  }
  const { problems, challenge, field } = shownAccountForm(actionData, [
    "photoURL",
    "name",
    "email",
    "password",
    "password2",
  ]);
  return (
    <AccountPage title={m.register()} text={m.sign_in_for_staff()}>
      <ProviderButtons from={from} on="register" providers={providers} problem={providerProblem} />
      <AccountForm
        id={registerForm}
        action={pages.register.path}
        problems={problems}
        challenge={challenge}
        hidden={{ from }}
      >
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
