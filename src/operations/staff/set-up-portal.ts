import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import { type FirstSettings, parseFirstSettings } from "#core/settings/settings.ts";
import type { Whereabouts } from "#core/staff/actor.ts";
import { parseNewAccount } from "#core/staff/new-account.ts";
import { countAdmins } from "#storage/database/staff.ts";
import type { Portal } from "../portal.ts";
import { applySettings } from "../settings/change-settings.ts";
import { changeStaff } from "./change-staff.ts";
import { roleDetails } from "./give-account.ts";
import { addAccount, hashedAccount } from "./make-account.ts";
import { isTheLink, setupLinkHolds } from "./setup-link.ts";

const formSchema = z.object({ token: z.string({ error: "required" }) });

/**
 * What the page of the setup link sends: its `token`, the first admin's `email`, `name` and `password`, and the first
 * settings. All of it is done or nothing, and only once: of two who hold the link one is told that it has ended.
 */
export async function setUpPortal(
  portal: Portal,
  form: unknown,
  first: FirstSettings,
  from?: Whereabouts,
): Promise<{ id: string }> {
  const { token } = checkInput(formSchema, form);
  if (!(await setupLinkHolds(portal, token))) throw new PortalError("link-ended");
  const settings = parseFirstSettings(first);
  const admin = await hashedAccount(portal, parseNewAccount(form));
  return changeStaff(portal, async (open) => {
    const isFirst = (await countAdmins(open.writer)) === 0;
    if (!isFirst || !(await isTheLink(open.writer, token, open.now))) throw new PortalError("link-ended");
    const given = await addAccount(open, { ...admin, role: "admin", givenBy: null });
    const actor = { kind: "staff", id: given.id, role: "admin", ...(from && { from }) } as const;
    await open.record(actor, "account-made", given.id, roleDetails(given));
    await applySettings(portal, open.writer, open.settings, actor, settings);
    return { id: given.id };
  });
}
