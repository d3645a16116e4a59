import type { Done, SignInStep } from "#core/staff/accounts.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { leadingTo } from "./return-address.ts";

/** On to the second step, or in. */
export const afterSignInStep = ({ next, cookies }: Done<SignInStep>, from: string): Response =>
  next === "second-factor"
    ? redirectWithReload(leadingTo("/second-factor", from), { cookies })
    : redirectWithReload(from || "/account", { cookies, notice: "signed-in" });

type Credentials = { email: string | undefined; password: string | undefined };

/** Signs in whose account was made a moment ago. Where that does not work, they do it themselves. */
export async function enterWith(visit: Visit, credentials: Credentials): Promise<Response> {
  const { accounts } = visit.portal;
  const outcome = await submitForm(visit, { values: {} }, () => accounts.signIn(visit.caller, credentials));
  return "next" in outcome ? afterSignInStep(outcome, "") : redirectWithReload("/login", { notice: "registered" });
}
