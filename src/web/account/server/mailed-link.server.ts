import { untouched } from "../form/form-state.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { formAgain } from "./forms.server.ts";
import { tokenIn } from "../script/tokens.ts";

type Purpose = Parameters<Visit["portal"]["accounts"]["linkHolds"]>[0];
type Form = Readonly<Record<string, string>>;

const holds = (visit: Visit, purpose: Purpose, token: string): Promise<boolean> =>
  orErrorPage(visit, () => visit.portal.accounts.linkHolds(purpose, token));

/** The token in the address of a page, "" once its link has ended: nobody fills in a form that leads nowhere. */
export async function tokenThatHolds(visit: Visit, purpose: Purpose, request: Request): Promise<string> {
  const token = tokenIn(request);
  return (await holds(visit, purpose, token)) ? token : "";
}

/** The form as it was when the language was chosen. */
export async function inOtherLanguage(visit: Visit, purpose: Purpose, form: Form) {
  const isHeld = await holds(visit, purpose, form["token"] ?? "");
  return isHeld ? { ...untouched, typed: form } : formAgain(form, { ok: false, problem: "link-ended" });
}
