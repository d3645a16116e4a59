/**
 * The message files for visitors, candidates and students. All other files are for staff, and only in the site's own
 * languages.
 */
export const visitorFiles = [
  "public",
  "frame",
  "pages",
  "accounts",
  "install",
  "mails",
  "check",
  "holder",
  "share",
  "proof",
  "slip",
] as const;

/** The messages in these files that only staff read. */
const ofStaff =
  /^(?:(?:menus|flash|texts|post|setup|operator|lookup|shown_kinds|embed|card)_|alerts_(?!value)|holder_link_|holder_card_(?!code)|mail_(?!confirm|registered|reset|report|watch|holder_(?!link))|(?:host_format|link_ended_setup|shown_kinds)$)/;

export const isForVisitors = (key: string): boolean => !ofStaff.test(key) || key === "operator_page";
