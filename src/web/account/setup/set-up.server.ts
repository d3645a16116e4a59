import { publicKinds } from "#core/records/document-kinds.ts";
import { lookupPolicies } from "#core/records/lookup-policy.ts";
import {
  asSpecified,
  type FirstSettings,
  parseFirstSettings,
  registrations,
  secondFactors,
} from "#core/settings/settings.ts";
import { parseNewAccount } from "#core/accounts/new-account.ts";
import type { FormValues } from "#design/form/form-result.ts";
import { setUpPortal } from "#operations/accounts/set-up-portal.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { checkAll } from "../server/check-all.server.ts";
import { firstValues, readFields } from "../../frame/read-form.server.ts";

/** Reads the form of the setup page. Joins the ticked document kinds into one field. */
export async function readSetup(request: Request): Promise<FormValues> {
  const fields = await readFields(request);
  const isFilledIn = fields.has("password");
  return { ...firstValues(fields), ...(isFilledIn && { shownKinds: fields.getAll("shownKinds").join(",") }) };
}

/** Returns whether the first admin needs a second step. */
export async function setUp({ portal, settings, from }: Visit, form: FormValues): Promise<{ needsFactor: boolean }> {
  const before = await settings();
  const isSpecified = form["choices"] === "specified";
  const first = { ...firstSettings(form, before), ...(isSpecified && asSpecified) };
  checkAll(
    () => parseFirstSettings(first),
    () => parseNewAccount(form),
  );
  await setUpPortal(portal, isSpecified ? { ...form, set: "as-specified" } : form, first, from());
  return { needsFactor: first.secondFactor === "required" };
}

function firstSettings(form: FormValues, { operator, timeZone }: FirstSettings): FirstSettings {
  const ticked = form["shownKinds"]?.split(",") ?? [];
  return {
    operator: {
      ...operator,
      name: form["operator.name"] ?? "",
      about: form["operator.about"] ?? "",
      licence: form["operator.licence"] ?? "",
      licenceRegister: (form["operator.licenceRegister"] ?? "").trim(),
      phone: form["operator.phone"] ?? "",
      email: (form["operator.email"] ?? "").trim(),
    },
    timeZone: form["timeZone"] ?? timeZone,
    lookupPolicy: lookupPolicies.find((policy) => policy === form["lookupPolicy"]) ?? "guarded",
    shownKinds: publicKinds.filter((kind) => ticked.includes(kind)),
    registration: registrations.find((one) => one === form["registration"]) ?? "invite",
    secondFactor: secondFactors.find((demand) => demand === form["secondFactor"]) ?? "required",
  };
}
