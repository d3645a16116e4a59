import type { RouterContextProvider } from "react-router";
import type { Caller, Done, Outcome, SignInStep } from "#core/staff/accounts.ts";
import type { FormValues } from "#design/form/form-result.ts";
import type { NoticeId } from "../form/notice.tsx";
import { readForm } from "../../frame/read-form.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { type Visit, visitContext } from "../../frame/visit.server.ts";
import { leadingTo } from "../../frame/return-address.ts";
import { pages } from "../../pages.ts";

export type RouteArgs = { request: Request; context: Readonly<RouterContextProvider> };

/** All that the action of an account form begins with. */
export async function readStep({ request, context }: RouteArgs) {
  const visit = context.get(visitContext);
  return { visit, accounts: visit.portal.accounts, form: await readForm(request) };
}

type Step<More> = (caller: Caller, form: FormValues) => Promise<Outcome<More>>;

/** Takes a step with an account, then goes on as `next` says; or shows the form again, with what is wrong. */
export const takeStep = <More>(
  visit: Visit,
  form: FormValues,
  step: Step<More>,
  next: (done: Done<More>) => Response,
) =>
  submitForm(visit, { values: form, here: visit.page }, async () => {
    const outcome = await step(visit.caller, form);
    return outcome.ok ? next(outcome) : outcome;
  });

/** What follows a step that is done: a redirect, with its cookies and a flash message. */
export const thenTo =
  (path: string, flash: { notice?: NoticeId } = {}) =>
  ({ cookies }: Done): Response =>
    redirectWithReload(path, { cookies, ...flash });

/** Redirects to the second factor where one is needed, else to the page that was asked for, or to where the role begins. */
export const afterSignInStep = ({ next, cookies }: Done<SignInStep>, from = ""): Response =>
  next === "second-factor"
    ? redirectWithReload(leadingTo(pages.secondFactor.path, from), { cookies })
    : redirectWithReload(from || pages.dashboard.path, { cookies, notice: "signed-in" });

type Credentials = Record<"email" | "password", string | undefined>;

/** Signs in whose account was made a moment ago. Where that does not work, they do it themselves. */
export async function enterWith(visit: Visit, credentials: Credentials): Promise<Response> {
  const { accounts } = visit.portal;
  const outcome = await submitForm(visit, { values: {} }, () => accounts.signIn(visit.caller, credentials));
  return "next" in outcome
    ? afterSignInStep(outcome, pages.account.path)
    : redirectWithReload(pages.login.path, { notice: "registered" });
}
