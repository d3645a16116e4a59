import { m } from "#i18n/compiled/messages.js";
import { AccountPage } from "#ui/account/account-page.tsx";
import { attempt } from "../../accounts/attempt.ts";
import { callerOf, readForm } from "../../accounts/forms.ts";
import { goTo, withCookies } from "../../accounts/go-to.ts";
import { loginWith } from "../../accounts/google-problem.ts";
import { isAskedInPlace } from "../../accounts/in-place.ts";
import { returnAddress, signedInAt } from "../../accounts/return-address.ts";
import { useSite } from "../../site.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/google.ts";

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { google } = visit.portal.accounts;
  if (!google) return goTo("/login");
  const form = await readForm(request);
  const from = returnAddress(form["from"]);
  const returnTo = signedInAt(from, form["window"] === "google");
  const outcome = await attempt(visit, () => google.start(callerOf(request, visit), returnTo));
  if (!outcome.ok) return goTo(loginWith(outcome));
  const { url, cookies } = outcome;
  if (isAskedInPlace(request)) return goTo(url, { cookies });
  return withCookies({ url }, cookies);
}

/** Browsers do not let a form redirect to another site under our policy, so this page goes there by itself. */
export default function Google({ actionData }: Route.ComponentProps) {
  const url = actionData?.url ?? "/login";
  return (
    <AccountPage title={m.google_going()} operatorName={useSite().operator.name}>
      <meta httpEquiv="refresh" content={`0;url=${url}`} />
      <a href={url}>{m.google_go()}</a>
    </AccountPage>
  );
}
