import type { HeldChange } from "#core/accounts/held-changes.ts";
import { m } from "#i18n/compiled/messages.js";
import { getLocale, type Locale } from "#i18n/compiled/runtime.js";

const ofPersons = {
  "make-admin": m.held_make_admin,
  "make-moderator": m.held_make_moderator,
  "make-student": m.held_make_student,
  suspend: m.held_suspend,
  restore: m.held_restore,
  delete: m.held_delete,
  "reset-factors": m.held_reset_factors,
};

const roleNames = { admin: m.role_admin, moderator: m.role_moderator, student: m.role_student };

/** Says in one sentence what a change does. `name`: the person that it is about. */
export function heldWords(change: HeldChange, name: string, locale: Locale = getLocale()): string {
  const language = { locale };
  if (change.kind === "invite")
    return m.held_invite({ email: change.subject, role: roleNames[change.role]({}, language) }, language);
  if (change.kind === "four-eyes-off") return m.held_four_eyes_off({}, language);
  if (change.kind !== "mail-server") return ofPersons[change.kind]({ name }, language);
  return change.server
    ? m.held_mail_server({ host: change.server.host }, language)
    : m.held_no_mail_server({}, language);
}
