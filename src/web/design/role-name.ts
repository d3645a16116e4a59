import { m } from "#i18n/compiled/messages.js";

export function roleName(role: string): string {
  if (role === "admin") return m.role_admin();
  if (role === "organisation") return m.role_organisation();
  return role === "moderator" ? m.role_moderator() : m.role_student();
}
