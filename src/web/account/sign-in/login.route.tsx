import { m } from "#i18n/compiled/messages.js";
import { messageCount } from "#i18n/written.ts";
import { Button } from "#design/form/button.tsx";
import type { ProblemFacts } from "#design/form/problem-words.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { unsubmittedForm } from "../../frame/submit-form.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import { AccountForm, SurvivesLanguageChange, shownAccountForm } from "../form/account-form.tsx";
import { AccountPage, OtherPage } from "../form/account-page.tsx";
import { ProviderButtons } from "../form/provider-buttons.tsx";
import { EmailField, PasswordField } from "../form/person-fields.tsx";
import { PasskeyButton } from "../own/passkey-button.tsx";
import { afterSignInStep, readStep, takeStep } from "../server/account-step.server.ts";
import { providerProblemIn } from "../server/provider-problem.server.ts";
import { comeFromProvider, openProvider } from "../server/private-pages.server.ts";
import { withReturnAddress, returnAddress, returnAddressOf } from "../../frame/return-address.ts";
import { pages } from "../../pages.ts";
import type { Route } from "./+types/login.route.ts";

export const middleware: Route.MiddlewareFunction[] = [comeFromProvider, openProvider];

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const from = returnAddressOf(request);
  if (await orErrorPage(visit, visit.signedIn)) return redirectWithReload(from || "/");
  const ways = await orErrorPage(visit, visit.portal.accounts.providers.ways);
  return { from, ...ways, providerProblem: providerProblemIn(request, ways.providers) };
}

export async function action(args: Route.ActionArgs) {
  const { visit, accounts, form } = await readStep(args);
  const from = returnAddress(form["from"]);
  // The language choice sent this request: show the page again and keep `from`.
  if (form["email"] === undefined) return unsubmittedForm(visit, { from });
  return takeStep(visit, form, accounts.signIn, (done) => afterSignInStep(done, from));
}

const passwordPrice = ({ waitSeconds = 60 }: ProblemFacts) => m.sign_in_price(messageCount(waitSeconds));

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const own = actionData?.waitTicket === undefined ? {} : { "too-many-requests": passwordPrice };
  const { problems, challenge, waitTicket = "", field } = shownAccountForm(actionData, ["email", "password"], { own });
  const from = returnAddress(actionData?.values["from"]) || loaderData.from;
  const { providers, onlyProviders, providerProblem } = loaderData;
  const withPassword = (
    <>
      <AccountForm
        action={pages.login.path}
        problems={problems}
        challenge={challenge}
        hidden={{ from, ...(waitTicket && { waitTicket }) }}
      >
        <EmailField {...field("email")} forSignIn />
        <PasswordField {...field("password")} label={m.password()} autoComplete="current-password" />
        <Button>{m.sign_in()}</Button>
        <a href={pages.forgot.path} className="inline-flex min-h-11 items-center justify-self-start text-16">
          {m.forgotten_password()}
        </a>
      </AccountForm>
      <PasskeyButton label={m.passkey_sign_in()} does="sign-in" from={from} />
    </>
  );
  return (
    <AccountPage title={m.sign_in()} text={m.sign_in_for_staff()}>
      <ProviderButtons from={from} on="login" problem={providerProblem} {...{ providers, hasMore: !onlyProviders }} />
      <SurvivesLanguageChange name="from" value={from} />
      {onlyProviders ? (
        <details open={actionData !== undefined}>
          <summary className="min-h-11 cursor-pointer py-2">{m.password_of_one_admin()}</summary>
          <div className="grid gap-5">{withPassword}</div>
        </details>
      ) : (
        withPassword
      )}
      {!onlyProviders && (
        <OtherPage
          question={m.no_account_yet()}
          label={m.register()}
          href={withReturnAddress(pages.register.path, from)}
        />
      )}
    </AccountPage>
  );
}
