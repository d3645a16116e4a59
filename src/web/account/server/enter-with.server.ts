import type { Visit } from "../../frame/visit.server.ts";
import { attempt } from "./attempt.server.ts";
import { callerOf } from "./forms.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { afterSignInStep } from "./sign-in-step.server.ts";

type Credentials = { email: string | undefined; password: string | undefined };

/** Signs in whose account was made a moment ago. Where that does not work, they do it themselves. */
export async function enterWith(request: Request, visit: Visit, { email, password }: Credentials): Promise<Response> {
  const { accounts } = visit.portal;
  const outcome = await attempt(visit, () => accounts.signIn(callerOf(request, visit), { email, password }));
  return outcome.ok ? afterSignInStep(outcome, "") : redirectWithReload("/login", { notice: "registered" });
}
