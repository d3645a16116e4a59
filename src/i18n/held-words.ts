import { type HeldChange, type HeldNumber, isOfPerson } from "#core/accounts/held-changes.ts";
import { type InLanguages, textIn } from "#core/own-fields/own-field.ts";
import { isOwnPaper } from "#core/own-fields/own-paper.ts";
import type { NumberForm, NumberSign } from "#core/records/numbers.ts";
import { type Language, languageNames, languages } from "#core/settings/languages.ts";
import { linesOf } from "#core/settings/log-settings.ts";
import type { SignIn } from "#core/settings/sign-in.ts";
import { m } from "#i18n/compiled/messages.js";
import { documentTitles } from "#i18n/document-titles.ts";
import { getLocale, type Locale } from "#i18n/compiled/runtime.js";
import { wordsOfLosses } from "./loss-words.ts";
import { writtenCount, writtenDay } from "./written.ts";

type Facts = {
  name: string;
  role: string;
  host: string;
  providers: string;
  documents: string;
  field: string;
  number: string;
  before: string;
  losses: string;
};
type KindWords = { short: () => string; full: (facts: Facts, language: { locale: Locale }) => string };

type Words = Record<Exclude<HeldChange["kind"], "false-number">, KindWords> & {
  "false-number": Pick<KindWords, "short">;
};

export const heldKindWords: Words = {
  "make-admin": { short: m.staff_make_admin, full: m.held_make_admin },
  "make-moderator": { short: m.staff_make_moderator, full: m.held_make_moderator },
  "make-student": { short: m.staff_make_student, full: m.held_make_student },
  suspend: { short: m.staff_suspend, full: m.held_suspend },
  restore: { short: m.staff_restore, full: m.held_restore },
  delete: { short: m.staff_delete, full: m.held_delete },
  "reset-factors": { short: m.staff_take_factors, full: m.held_reset_factors },
  invite: { short: m.staff_invite, full: m.held_invite },
  "shown-kinds": { short: m.shown_kinds, full: m.held_shown_kinds },
  "shown-fields": { short: m.own_fields_shown, full: m.held_shown_fields },
  "shown-papers": { short: m.own_papers_shown, full: m.held_shown_papers },
  "second-number": { short: m.second_number_title, full: m.held_second_number },
  safeguards: { short: m.held_safeguards_short, full: m.held_safeguards },
  "own-values": { short: m.held_own_values_short, full: m.held_own_values },
  "false-number": { short: m.false_numbers_title },
  "four-eyes-off": { short: m.held_four_eyes_off, full: m.held_four_eyes_off },
  "mail-server": { short: m.mail_server_title, full: m.held_mail_server },
  "sign-in": { short: m.sign_in_title, full: m.held_sign_in },
};

const roleNames = {
  admin: m.role_admin,
  moderator: m.role_moderator,
  organisation: m.role_organisation,
  student: m.role_student,
};

export const signWords: Record<NumberSign, (inputs?: object, language?: { locale?: Locale }) => string> = {
  slash: m.second_number_slash,
  dot: m.second_number_dot,
  hyphen: m.second_number_hyphen,
  blank: m.second_number_blank,
};

type About = { locale?: Locale; spared?: readonly string[]; outside?: string | null };

/**
 * Says what a change would do. `name`: the person or the address that it is about. `spared`: the names on the pages that are
 * not frozen, for readers who may see them. All others learn how many there are. `outside`: the organisation of the person.
 */
export function heldWords(
  change: HeldChange,
  name: string,
  { locale = getLocale(), spared = [], outside = null }: About = {},
): string {
  const language = { locale };
  if (outside !== null) {
    const organisation = outside || m.role_organisation({}, language);
    return m.held_outside({ change: heldWords(change, name, { locale, spared }), organisation }, language);
  }
  if (change.kind === "mail-server" && !change.server) return m.held_no_mail_server({}, language);
  const role = change.kind === "invite" ? roleNames[change.role]({}, language) : "";
  const host = change.kind === "mail-server" ? (change.server?.host ?? "") : "";
  const providers = change.kind === "sign-in" ? waysIn(change.signIn, language) : "";
  const words = wordsOf(change, { name, role, host, providers }, language);
  if (!isOfPerson(change) || change.why === undefined) return words;
  if (change.why === "left") return m.held_left({ change: words }, language);
  const suspected = m.held_suspected({ change: words }, language);
  const count = change.spared?.length ?? 0;
  if (count === 0) return suspected;
  const names = spared.length > 0 ? ` (${spared.join(" · ")})` : "";
  return m.held_spared({ change: suspected, pages: writtenCount(count, locale) + names }, language);
}

function wordsOf(
  change: HeldChange,
  facts: Omit<Facts, "documents" | "field" | "number" | "before" | "losses">,
  language: { locale: Locale },
): string {
  if (change.kind === "four-eyes-off" && change.subject === "publish")
    return m.held_four_eyes_off_publish({}, language);
  const kinds = change.kind === "shown-kinds" ? change.kinds : [];
  const fields = change.kind === "shown-fields" || change.kind === "shown-papers" ? change.fields : [];
  const documents = [
    ...kinds.map((kind) => documentTitles[kind]({}, language)),
    ...fields.map(({ labels, hasLastDay }) => {
      const name = textIn(labels, language.locale);
      return hasLastDay ? m.held_with_last_day({ name }, language) : name;
    }),
  ].join(", ");
  const field = change.kind === "own-values" ? change.label : "";
  if (change.kind === "own-values" && isOwnPaper(change.subject)) return m.held_own_files({ field }, language);
  if (change.kind === "false-number") {
    const { number, reason } = change;
    return m.held_false_number({ number, reason, until: writtenDay(change.until, language.locale) }, language);
  }
  const [number = "", before = ""] =
    change.kind === "second-number"
      ? [change.number, change.before].map((one) => secondNumberWords(one, language))
      : [];
  const losses = change.kind === "safeguards" ? wordsOfLosses(change.subject, language) : "";
  return heldKindWords[change.kind].full({ ...facts, documents, field, number, before, losses }, language);
}

/**
 * The names in all languages, of which the reader may know one, what belongs to the number, its other help and example, and
 * whether anybody is asked for it.
 */
function secondNumberWords(number: HeldNumber, language: { locale: Locale }): string {
  const { labels, form, isAbsent, hints = {}, example = "", isOptional = false } = number;
  const names = inEach(labels, (one) => languageNames[one]);
  return [
    ...(names.length > 0 ? names : [m.slip_ircc_number({}, language)]),
    formWords(form, language),
    ...inEach(hints, (one) => m.second_number_help({ language: languageNames[one] }, language)),
    ...(example === "" ? [] : [quoted(m.second_number_example({}, language), example)]),
    ...(isAbsent ? [m.second_number_absent({}, language)] : []),
    ...(isOptional ? [m.second_number_optional({}, language)] : []),
  ].join(" · ");
}

const quoted = (name: string, text: string) => `${name}: “\u2068${text}\u2069”`;

const inEach = (texts: InLanguages, nameOf: (language: Language) => string): string[] =>
  languages.flatMap((one) => {
    const text = texts[one];
    return text === undefined ? [] : [quoted(nameOf(one), text)];
  });

/** What belongs to a number. */
export function formWords(form: NumberForm, language: { locale?: Locale } = {}): string {
  if (form === null) return m.second_number_form_ircc({}, language);
  const signs = form.map((sign) => signWords[sign]({}, language)).join(", ");
  return signs === "" ? m.second_number_form_own({}, language) : `${m.second_number_signs({}, language)}: ${signs}`;
}

/** All that a second admin has to judge, but no secret. */
const waysIn = ({ providers, localAdmin }: SignIn, language: { locale: Locale }): string =>
  [
    ...providers.map(({ name, issuer, claim, roles }) => {
      const given = claim === "" ? "" : `; ${claim}: ${linesOf(roles).join(", ")}`;
      return `${name} (${issuer}${given})`;
    }),
    ...(localAdmin === "" ? [] : [m.sign_in_only_yes({}, language)]),
  ].join(" · ") || "–";
