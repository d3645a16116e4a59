import { m } from "#i18n/compiled/messages.js";
import { AccountPage } from "../form/account-page.tsx";
import { submitForm } from "../../frame/submit-form.server.ts";
import { readStep } from "../server/account-step.server.ts";
import { redirectWithReload, withCookies } from "../../frame/redirect-with-reload.server.ts";
import { pageWithProblem } from "../server/google-problem.server.ts";
import { isAskedInPlace } from "../server/in-place.server.ts";
import { returnAddress, signedInAddress } from "../../frame/return-address.ts";
import { pages } from "../../pages.ts";
import type { Route } from "./+types/google.route.ts";

export async function action(args: Route.ActionArgs) {
  const { visit, accounts, form } = await readStep(args);
  const { google, disconnectGoogle } = accounts;
  const askedOn = form["on"] === "register" ? "/register" : "/login";
  const here = form["account"] === undefined ? askedOn : pages.account.path;
  if (!google) return redirectWithReload(here);
  const from = returnAddress(form["from"]);
  const returnTo = signedInAddress(from, form["window"] === "google");
  const outcome = await submitForm(visit, { values: {}, here }, async () => {
    if (form["account"] === "connect") return google.connect(visit.caller);
    if (form["account"] !== "disconnect") return google.start(visit.caller, returnTo, askedOn);
    await disconnectGoogle(visit.caller, form);
    return redirectWithReload(here, { flash: "saved" });
  });
  if ("data" in outcome) return redirectWithReload(pageWithProblem(here, outcome.data));
  if (outcome instanceof Response) return outcome;
  const { url, cookies } = outcome;
  if (isAskedInPlace(args.request)) return redirectWithReload(url, { cookies });
  return withCookies({ url }, cookies);
}

/** This page redirects to Google, because our content security policy forbids a form to redirect to another site. */
export default function Google({ actionData }: Route.ComponentProps) {
  const url = actionData?.url ?? pages.login.path;
  return (
    <AccountPage title={m.google_going()}>
      <meta httpEquiv="refresh" content={`0;url=${url}`} />
      <a href={url}>{m.google_go()}</a>
    </AccountPage>
  );
}
