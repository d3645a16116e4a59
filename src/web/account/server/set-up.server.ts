import { documentKinds } from "#core/records/document-kinds.ts";
import { lookupPolicies } from "#core/records/lookup-policy.ts";
import { type FirstSettings, parseFirstSettings } from "#core/settings/settings.ts";
import type { Done } from "#core/staff/accounts.ts";
import { parseNewAccount } from "#core/staff/new-account.ts";
import { setUpPortal } from "#operations/staff/set-up-portal.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { checkAll } from "./check-all.server.ts";
import { firstValues, readFields } from "../../frame/read-form.server.ts";

type SetupForm = Readonly<Record<string, string>>;

/** The form of the setup page; the kinds of paper that were ticked stand in one field. */
export async function readSetup(request: Request): Promise<SetupForm> {
  const fields = await readFields(request);
  const isFilledIn = fields.has("password");
  return { ...firstValues(fields), ...(isFilledIn && { shownKinds: fields.getAll("shownKinds").join(",") }) };
}

export async function setUp({ portal, settings, from }: Visit, form: SetupForm): Promise<Done> {
  const before = await settings();
  const first = firstSettings(form, before.operator);
  checkAll(
    () => parseFirstSettings(first),
    () => parseNewAccount(form),
  );
  await setUpPortal(portal, form, first, from());
  return { ok: true, cookies: [] };
}

function firstSettings(form: SetupForm, operator: FirstSettings["operator"]): FirstSettings {
  const ticked = form["shownKinds"]?.split(",") ?? [];
  return {
    operator: {
      ...operator,
      name: form["operator.name"] ?? "",
      licence: form["operator.licence"] ?? "",
      licenceRegister: (form["operator.licenceRegister"] ?? "").trim(),
      phone: form["operator.phone"] ?? "",
      email: (form["operator.email"] ?? "").trim(),
    },
    lookupPolicy: lookupPolicies.find((policy) => policy === form["lookupPolicy"]) ?? "guarded",
    shownKinds: documentKinds.filter((kind) => ticked.includes(kind)),
  };
}
