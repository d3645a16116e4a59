import { PortalError } from "#core/errors.ts";
import type { FormValues } from "#design/form/form-result.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { unsubmittedForm, submitForm } from "../../frame/submit-form.server.ts";
import { type Visit, visitContext } from "../../frame/visit.server.ts";
import type { RouteArgs } from "./account-step.server.ts";

type Purpose = Parameters<Visit["portal"]["accounts"]["linkHolds"]>[0];

/** Returns the token of a mailed link. It is in the address when the page is loaded, and in the form from then on. */
export const tokenIn = (request: Request): string => new URL(request.url).searchParams.get("token") ?? "";

const holds = (visit: Visit, purpose: Purpose, token: string): Promise<boolean> =>
  orErrorPage(visit, () => visit.portal.accounts.linkHolds(purpose, token));

/** Returns the token in the page's address, or "" if its link has ended: then the page shows no form. */
export async function validTokenIn({ request, context }: RouteArgs, purpose: Purpose): Promise<{ token: string }> {
  const token = tokenIn(request);
  return { token: (await holds(context.get(visitContext), purpose, token)) ? token : "" };
}

export async function inOtherLanguage(visit: Visit, purpose: Purpose, form: FormValues) {
  const isValid = await holds(visit, purpose, form["token"] ?? "");
  return submitForm(visit, { values: form }, async () => {
    if (!isValid) throw new PortalError("link-ended");
    return unsubmittedForm(visit, form);
  });
}
