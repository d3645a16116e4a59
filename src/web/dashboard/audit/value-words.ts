import type { AuditDetails } from "#core/audit/audit-event.ts";
import { paymentMethods } from "#core/classes/payment.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { isLanguage, languageNames } from "#core/settings/languages.ts";
import { isTextPage } from "#core/texts/page-text.ts";
import { m } from "#i18n/compiled/messages.js";
import { deliveredText } from "#i18n/page-texts.ts";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { writtenClock, writtenCount, writtenDay, writtenMoney, writtenTime } from "#i18n/written.ts";
import { hasWords, problemWords } from "#design/form/problem-words.ts";
import { roleName } from "#design/role-name.ts";
import { documentTitle } from "#i18n/document-titles.ts";
import { heldKindWords } from "#i18n/held-words.ts";
import { methodWords } from "../classes/payments-table.tsx";
import { choiceWords, labelOf } from "../settings/box-words.ts";

export type ShownChange = { label: string; words: string };

/** Returns the changes in words. Each changed setting of a group gets its own line. */
export function changesInWords(details: AuditDetails): ShownChange[] {
  const currency = [details["currency"]?.to, details["currency"]?.from].find((code) => typeof code === "string");
  return Object.entries(details)
    .flatMap(([name, { from, to }]) => leaves(name, from, to))
    .filter(({ name }) => !unsaid.has(name.replace(ofProvider, "")))
    .map(({ name, from, to }) => ({ label: fieldWords(name), words: between(name, { from, to }, currency) }))
    .filter(({ words }) => words !== "");
}

type Leaf = { name: string; from: unknown; to: unknown };

function leaves(name: string, from: unknown, to: unknown): Leaf[] {
  if (!groups.test(name) || !(isGroup(from) || isGroup(to))) return [{ name, from, to }];
  const [before, after] = [isGroup(from) ? from : {}, isGroup(to) ? to : {}];
  return Object.keys({ ...before, ...after })
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .flatMap((key) => leaves(`${name}.${key}`, before[key], after[key]));
}

const groups = /^(?:operator|backups|log|retention|features|languages(?:\.\w+)?)$/;

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Fields that are left out: the event itself or another field already shows them. */
const unsaid: ReadonlySet<string> = new Set([
  "id",
  "version",
  "addedAt",
  "addedBy",
  "changedAt",
  "changedBy",
  // Whoever did it is shown with who gave them their role.
  "invitedBy",
  "dateIsSet",
  "organisationId",
  "mailServer.password",
  "signIn.clientSecret",
  "signIn.changedBy",
]);

/** The fields of a provider are followed by its id. */
const ofProvider = / \d+$/;

function fieldWords(name: string): string {
  const [group, part = "", language = ""] = name.split(".");
  if (group === "texts" && isTextPage(part) && isLanguage(language))
    return `${deliveredText(part, spokenLocale()).title} (${languageNames[language]})`;
  if (group === "languages" && isLanguage(part))
    return language === "confirmed" ? `${languageNames[part]}: ${m.audit_field_confirmed()}` : languageNames[part];
  return labels.get(name.replace(ofProvider, ""))?.() ?? labelOf(name) ?? m.audit_field_other();
}

const labels = new Map([
  ["clientAddress", m.audit_field_address],
  ["browser", m.audit_field_browser],
  ["way", m.audit_field_way],
  ["problem", m.audit_field_problem],
  ["role", m.audit_field_role],
  ["name", m.name],
  ["email", m.email],
  ["photoUrl", m.photo_url],
  ["confirmed", m.audit_field_confirmed],
  ["suspended", m.audit_field_suspended],
  ["departure", m.audit_field_departure],
  ["frozenPages", m.audit_field_frozen_pages],
  ["sparedPages", m.audit_field_spared_pages],
  ["change", m.audit_field_change],
  ["askedBy", m.audit_field_asked_by],
  ["sessions", m.audit_field_sessions],
  ["apiKeys", m.api_keys_title],
  ["factor", m.audit_field_factor],
  ["provider", m.audit_field_provider],
  ["totp", m.staff_second_step_codes],
  ["passkeys", m.passkeys],
  ["scope", m.api_keys_scope],
  ["expiresAt", m.audit_field_ends],

  ["assignedTo", m.assigned_to],
  ["keptUntil", m.retention_until],
  ["keepReason", m.retention_reason],
  ["reason", m.audit_field_reason],
  ["near", m.audit_field_near],
  ["files", m.audit_field_files],
  ["records", m.bulk_records],
  ["events", m.audit_field_events],
  ["passportNumber", m.passport_number],
  ["irccNumber", m.ircc_number],
  ["shown", m.state_shown],
  ["waiting", m.state_waiting],
  ["hidden", m.state_hidden],
  ["unknown", m.state_unknown],
  ["organisation", m.organisation_name],
  ["country", m.organisation_country],
  ["purpose", m.desk_purpose],
  ["perDay", m.organisation_per_day],
  ["lastDay", m.organisation_last_day],
  ["numbers", m.audit_field_numbers],
  ["misses", m.audit_field_misses],
  ["unchecked", m.audit_field_unchecked],
  ["stoppedFor", m.audit_field_stopped_for],
  ["search", m.search],
  ["status", m.state],
  ["addedFrom", m.filter_added_from],
  ["addedTo", m.filter_added_to],
  ["missing", m.filter_missing],
  ["endsFrom", m.audit_field_ends_from],
  ["endsTo", m.audit_field_ends_to],
  ["noticed", m.filter_leaving],
  ["holder", m.filter_holder],
  ["by", m.audit_who],
  ["kind", m.audit_what],
  ["from", m.audit_from],
  ["to", m.audit_to],
  ["about", m.audit_about],

  ["title", m.post_title],
  ["text", m.post_text],
  ["banglaTitle", m.post_bangla_title],
  ["banglaText", m.post_bangla_text],
  ["images", m.audit_field_images],
  ["place", m.class_place],
  ["startsAt", m.class_start],
  ["seats", m.class_seats],
  ["fee", m.class_fee],
  ["currency", m.class_currency],
  ["closedAt", m.audit_field_closed],
  ["person", m.class_student],
  ["receipt", m.class_receipt],
  ["amount", m.class_amount],
  ["paidOn", m.class_paid_on],
  ["method", m.class_method],
  ["reference", m.class_reference],
  ["answer", m.reports_answer],
  ["outcome", m.reports_outcome],

  ["keySet", m.audit_field_key_set],
  ["signingKey", m.audit_field_signing_key],
  ["webhook", m.webhooks_title],
  ["mailServer.host", m.mail_server_host],
  ["mailServer.port", m.mail_server_port],
  ["mailServer.encryption", m.mail_server_encryption],
  ["mailServer.user", m.mail_server_user],
  ["mailServer.from", m.mail_server_from],
  ["signIn.onlyProviders", m.sign_in_only_yes],
  ["signIn.order", m.audit_field_provider],
  ["signIn.name", m.sign_in_name],
  ["signIn.issuer", m.sign_in_issuer],
  ["signIn.clientId", m.sign_in_client],
  ["signIn.scopes", m.sign_in_scopes],
  ["signIn.claim", m.sign_in_claim],
  ["signIn.roles", m.sign_in_roles],
]);

function between(name: string, { from, to }: Omit<Leaf, "name">, currency: unknown): string {
  if (isLong(name) || [from, to].some((value) => typeof value === "object" && value !== null && name !== "shownKinds"))
    return m.audit_changed();
  const [before, after] = [valueWords(name, from, currency), valueWords(name, to, currency)];
  if (before === "") return after;
  return after === "" ? m.history_emptied({ from: before }) : m.history_from_to({ from: before, to: after });
}

/** True for a value that is a hash, or as long as a page. */
const isLong = (name: string) => name === "logo" || name.startsWith("texts.");

const longest = 500;

function valueWords(name: string, value: unknown, currency: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "boolean") return value ? m.settings_on() : m.settings_off();
  if (typeof value === "number") return numberWords(name, value, currency);
  const text = Array.isArray(value) ? value.join(",") : typeof value === "string" ? value : "";
  if (name === "startsAt") return writtenClock(text);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return writtenDay(text);
  const words = ownChoice(name, text) ?? choiceWords(name, text);
  return words.length > longest ? `${words.slice(0, longest)}…` : words;
}

function numberWords(name: string, value: number, currency: unknown): string {
  if (name === "closedAt" || name === "expiresAt") return writtenTime(value);
  if (name !== "fee" && name !== "amount") return writtenCount(value);
  // If the currency is unknown, two decimal places are assumed, as nearly all currencies have.
  return typeof currency === "string" ? writtenMoney(value, currency) : writtenCount(value / 100);
}

function ownChoice(name: string, value: string): string | undefined {
  if (name === "role") return roleName(value);
  if (name === "problem") return hasWords(value) ? problemWords(value) : m.audit_field_other();
  if (name === "method") return methodWords[paymentMethods.find((method) => method === value) ?? "other"]();
  if (name === "missing") return documentKinds.flatMap((kind) => (kind === value ? documentTitle(kind, "/") : []))[0];
  if (name === "keySet" || name === "signingKey") return value.slice(0, 12);
  return values.get(`${name} ${value}`)?.();
}

const values = new Map([
  ...Object.entries(heldKindWords).map(([kind, { short }]) => [`change ${kind}`, short] as const),
  ["departure left", m.audit_departure_left],
  ["departure suspected", m.audit_departure_suspected],
  ["way password", m.password],
  ["way second factor", m.audit_way_second],
  ["way passkey", m.audit_way_passkey],
  ["way provider", m.audit_field_provider],
  ["factor totp-added", m.audit_factor_totp],
  ["factor codes-added", m.audit_recovery_codes_made],
  ["factor totp-removed", m.audit_factor_totp],
  ["factor passkey-added", m.audit_way_passkey],
  ["factor passkey-removed", m.audit_way_passkey],
  ["factor recovery-codes-made", m.audit_recovery_codes_made],
  ["factor provider-connected", m.audit_provider_linked],
  ["factor provider-removed", m.audit_provider_removed],
  ["scope look-up", m.api_keys_look_up],
  ["scope read", m.api_keys_read],
  ["scope write", m.api_keys_write],
  ["passportNumber number-taken", m.number_taken],
  ["irccNumber number-taken", m.number_taken],
  ["search number", m.audit_search_number],
  ["assignedTo me", m.audit_to_themselves],
  ["addedBy me", m.audit_to_themselves],
  ["status waiting", m.state_waiting],
  ["status returned", m.state_returned],
  ["status denied", m.state_waiting],
  ["holder none", m.filter_holder_none],
  ["holder offered", m.filter_holder_offered],
  ["holder bound", m.filter_holder_bound],
  ["stoppedFor misses", m.audit_stopped_misses],
  ["stoppedFor other-names", m.audit_stopped_names],
  ["near session", m.audit_near_session],
  ["near network", m.audit_near_network],
  ["mailServer.encryption starttls", m.mail_server_starttls],
  ["mailServer.encryption tls", m.mail_server_tls],
]);
