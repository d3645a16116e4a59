import type { Caller, Done, Outcome } from "#core/staff/accounts.ts";
import type { FormProblem } from "../form/form-state.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { attempt } from "./attempt.server.ts";

/** What the person sees once and keeps outside of this site. */
type Shown = { uri: string; secret: string } | { recoveryCodes: readonly string[] } | null;

type Form = Readonly<Record<string, string>>;

/** One step with the authenticator app; the form says which. */
export async function changeSecondStep(
  visit: Visit,
  caller: Caller,
  form: Form,
): Promise<Done<{ shown: Shown }> | FormProblem> {
  const { beginTotp, confirmTotp, newRecoveryCodes, removeTotp } = visit.portal.accounts;
  const show = <More>(outcome: Outcome<More>, shown: (more: More) => Shown): Outcome<{ shown: Shown }> =>
    outcome.ok ? { ok: true, cookies: outcome.cookies, shown: shown(outcome) } : outcome;
  return attempt(visit, async () => {
    if (form["step"] === "confirm") return show(await confirmTotp(caller, form), (codes) => codes);
    if (form["step"] === "codes") return show(await newRecoveryCodes(caller, form), (codes) => codes);
    if (form["step"] === "remove") return show(await removeTotp(caller, form), () => null);
    return show(await beginTotp(caller, form), (secret) => secret);
  });
}
