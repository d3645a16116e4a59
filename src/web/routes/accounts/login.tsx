import { m } from "#i18n/compiled/messages.js";
import { AccountForm } from "#ui/account/account-form.tsx";
import { AccountPage } from "#ui/account/account-page.tsx";
import { untouched } from "#ui/account/form-state.ts";
import { GoogleButton, OrDivider } from "#ui/account/google-button.tsx";
import { KeptInLanguage } from "#ui/account/kept-in-language.tsx";
import { OtherPage } from "#ui/account/other-page.tsx";
import { PasskeyButton } from "#ui/account/passkey-button.tsx";
import { PasswordField } from "#ui/account/password-field.tsx";
import { EmailField } from "#ui/account/person-fields.tsx";
import { problemWords, shownForm } from "#ui/account/problem-words.ts";
import { SubmitButton } from "#ui/account/submit-button.tsx";
import { attempt } from "../../accounts/attempt.ts";
import { callerOf, formAgain, readForm } from "../../accounts/forms.ts";
import { goTo } from "../../accounts/go-to.ts";
import { googleProblemIn } from "../../accounts/google-problem.ts";
import { comeFromGoogle, openGoogle } from "../../accounts/private-pages.ts";
import { leadingTo, returnAddress, returnAddressOf } from "../../accounts/return-address.ts";
import { afterSignInStep } from "../../accounts/sign-in-step.ts";
import { needed } from "../../needed.ts";
import { useSite } from "../../site.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/login.ts";

export const middleware: Route.MiddlewareFunction[] = [comeFromGoogle, openGoogle];

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const from = returnAddressOf(request);
  if (await needed(visit, visit.signedIn)) return goTo(from || "/");
  return { from, hasGoogle: visit.portal.accounts.google !== null, googleProblem: googleProblemIn(request) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  const from = returnAddress(form["from"]);
  // Sent by the choice of language: the page again, and where it leads.
  if (form["email"] === undefined) return { ...untouched, typed: { from } };
  const outcome = await attempt(visit, () => visit.portal.accounts.signIn(callerOf(request, visit), form));
  return outcome.ok ? afterSignInStep(outcome, from) : formAgain(form, outcome);
}

export default function Login({ loaderData, actionData = untouched }: Route.ComponentProps) {
  const { operator } = useSite();
  const { problems, field } = shownForm(actionData, ["email", "password"], "password");
  const from = returnAddress(actionData.typed["from"]) || loaderData.from;
  const { hasGoogle, googleProblem } = loaderData;
  return (
    <AccountPage title={m.sign_in()} operatorName={operator.name} text={m.sign_in_for_staff()}>
      {hasGoogle && (
        <>
          <GoogleButton
            label={m.google_button()}
            from={from}
            problem={googleProblem ? problemWords(googleProblem) : undefined}
          />
          <OrDivider />
        </>
      )}
      <KeptInLanguage name="from" value={from} />
      <AccountForm action="/login" problems={problems} hidden={{ from }}>
        <EmailField {...field("email")} forSignIn />
        <PasswordField {...field("password")} label={m.password()} autoComplete="current-password" />
        <SubmitButton label={m.sign_in()} />
        <a href="/forgot" className="inline-flex min-h-11 items-center justify-self-start text-16">
          {m.forgotten_password()}
        </a>
      </AccountForm>
      <PasskeyButton label={m.passkey_sign_in()} does="sign-in" from={from} />
      <OtherPage question={m.no_account_yet()} label={m.register()} href={leadingTo("/register", from)} />
    </AccountPage>
  );
}
