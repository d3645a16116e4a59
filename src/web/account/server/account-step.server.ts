import type { RouterContextProvider } from "react-router";
import type { Caller, Done, Outcome, SignInStep } from "#core/staff/accounts.ts";
import type { FormValues } from "#design/form/form-result.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { type Visit, visitContext } from "../../frame/visit.server.ts";
import { leadingTo } from "./return-address.ts";

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

/** On to the second step, or in. */
export const afterSignInStep = ({ next, cookies }: Done<SignInStep>, from = ""): Response =>
  next === "second-factor"
    ? redirectWithReload(leadingTo("/second-factor", from), { cookies })
    : redirectWithReload(from || "/account", { cookies, notice: "signed-in" });

type Credentials = Record<"email" | "password", string | undefined>;

/** Signs in whose account was made a moment ago. Where that does not work, they do it themselves. */
export async function enterWith(visit: Visit, credentials: Credentials): Promise<Response> {
  const { accounts } = visit.portal;
  const outcome = await submitForm(visit, { values: {} }, () => accounts.signIn(visit.caller, credentials));
  return "next" in outcome ? afterSignInStep(outcome) : redirectWithReload("/login", { notice: "registered" });
}
