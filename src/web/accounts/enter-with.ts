import type { Visit } from "../visit.ts";
import { attempt } from "./attempt.ts";
import { callerOf } from "./forms.ts";
import { goTo } from "./go-to.ts";
import { afterSignInStep } from "./sign-in-step.ts";

type Credentials = { email: string | undefined; password: string | undefined };

/** Signs in whose account was made a moment ago. Where that does not work, they do it themselves. */
export async function enterWith(request: Request, visit: Visit, { email, password }: Credentials): Promise<Response> {
  const { accounts } = visit.portal;
  const outcome = await attempt(visit, () => accounts.signIn(callerOf(request, visit), { email, password }));
  return outcome.ok ? afterSignInStep(outcome, "") : goTo("/login", { notice: "registered" });
}
