import { m } from "#i18n/compiled/messages.js";
import { AccountPage } from "../form/account-page.tsx";
import { submitForm } from "../../frame/submit-form.server.ts";
import { readStep } from "../server/account-step.server.ts";
import { redirectWithReload, withCookies } from "../../frame/redirect-with-reload.server.ts";
import { pageWithProblem } from "../server/provider-problem.server.ts";
import { isAskedInPlace } from "../../frame/in-place.server.ts";
import { returnAddress, signedInAddress } from "../../frame/return-address.ts";
import { pages } from "../../pages.ts";
import type { Route } from "./+types/provider.route.ts";

export async function action(args: Route.ActionArgs) {
  const { visit, accounts, form } = await readStep(args);
  const { start, connect, disconnect } = accounts.providers;
  const askedOn = form["on"] === "register" ? "/register" : "/login";
  const here = form["account"] === undefined ? askedOn : pages.account.path;
  const id = form["provider"] ?? "";
  const returnTo = signedInAddress(returnAddress(form["from"]), form["window"] === "provider");
  const outcome = await submitForm(visit, { values: {}, here }, async () => {
    if (form["account"] === "connect") return connect(visit.caller, id);
    if (form["account"] !== "disconnect") return start(visit.caller, id, returnTo, askedOn);
    await disconnect(visit.caller, id);
    return redirectWithReload(here, { flash: "saved" });
  });
  if ("data" in outcome) return redirectWithReload(pageWithProblem(here, id, outcome.data));
  if (outcome instanceof Response) return outcome;
  const { url, cookies } = outcome;
  if (isAskedInPlace(args.request)) return redirectWithReload(url, { cookies });
  const shown = (await accounts.providers.ways()).providers.find((provider) => provider.id === id);
  return withCookies({ url, name: shown?.name ?? "" }, cookies);
}

/** This page redirects to the provider, because our content security policy forbids a form to redirect to another site. */
export default function GoToProvider({ actionData }: Route.ComponentProps) {
  const { url, name: provider } = actionData ?? { url: pages.login.path, name: "OpenID" };
  return (
    <AccountPage title={m.provider_going({ provider })}>
      <meta httpEquiv="refresh" content={`0;url=${url}`} />
      <a href={url}>{m.provider_go({ provider })}</a>
    </AccountPage>
  );
}
