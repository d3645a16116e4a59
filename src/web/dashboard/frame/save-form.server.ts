import { data } from "react-router";
import { isPortalError } from "#core/errors.ts";
import { writtenMoney } from "#i18n/written.ts";
import type { SentForm } from "#design/dashboard/sent-form.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { leadingTo } from "../../account/server/return-address.ts";
import type { Visit } from "../../frame/visit.server.ts";

type Sent = {
  form: Readonly<Record<string, string>>;
  /** The page of the form, for who has to prove themselves first. */
  here: string;
};

/** Saves a form with fields. If that cannot be, it comes back with what was typed and what is wrong. */
export async function saveForm<Saved>(
  { report, portal }: Pick<Visit, "report" | "portal">,
  { form, here }: Sent,
  save: () => Promise<Saved>,
) {
  try {
    return await save();
  } catch (error) {
    const known = isPortalError(error) ? error : null;
    if (known?.id === "prove-again") return redirectWithReload(leadingTo("/prove-again", here));
    if (known?.id !== "invalid") report(error);
    const problem = known?.id ?? "internal";
    const left = known?.left && (known.left.amount > 0 ? writtenMoney(known.left.amount, known.left.currency) : null);
    const again: SentForm = { typed: form, fields: known?.fields ?? {}, problem, left, at: portal.now() };
    return data(again, known?.status ?? 500);
  }
}
