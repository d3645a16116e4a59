import { isPortalError } from "#core/errors.ts";
import { formFields } from "#core/form-fields.ts";
import type { LookupPolicy } from "#core/records/lookup-policy.ts";
import { numberIn } from "#core/records/number-in-text.ts";
import { canonicalNumber } from "#core/records/numbers.ts";
import { type TypedElsewhere, typedElsewhere } from "#core/records/typed-elsewhere.ts";
import { irccNumber, type SecondNumber } from "#core/records/second-number.ts";
import { isOn, isPartOf } from "#core/settings/features.ts";
import { anonymous } from "#core/accounts/actor.ts";
import { mayListRecords } from "#core/accounts/permissions.ts";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { drawingTurn } from "#operations/images/drawing-turn.ts";
import type { LookupQuestion } from "#operations/records/look-up-record.ts";
import { askForRecord } from "#operations/lookups/ask-for-record.ts";
import { offerToWatch } from "#operations/watches/offer-to-watch.ts";
import type { LookupOutcome, LookupVisitor } from "#operations/lookups/check-proof.ts";
import { type LookupInput, maxNameLength, maxNumberLength, type WrongField } from "../lookup-form/lookup-form.tsx";
import type { Failed, Limited, Lookup, LookupAnswer } from "./lookup-answer.tsx";
import { pageHeaders } from "../frame/page-headers.server.ts";
import { isOnlyAnotherLanguage } from "../frame/route-handle.ts";
import { pages } from "../pages.ts";
import type { Visit } from "../frame/visit.server.ts";
import { officeToday } from "#operations/portal/office-time.ts";

export type AnsweredLookup = { lookup: Lookup | undefined; status: number; headers: Readonly<Record<string, string>> };

/** The proofs that the visitor has paid the price of the lookup, if it has one. */
type LookupProofs = Pick<LookupVisitor, "proof" | "waitTicket">;

/** Returns the question and its answer. Hidden, not approved and missing records get exactly the same answer and status. */
export async function answerLookup(request: Request, visit: Visit, by: LookupQuestion["by"]): Promise<AnsweredLookup> {
  // Reads only URL-encoded forms. Any other body yields no number.
  const form = formFields(await request.text());
  const typed = inputOf(form);
  if (isOnlyAnotherLanguage(form) && !form.has("answered-number")) {
    const typedCode = { code: form.get("code") ?? "", name: typed.name };
    return { lookup: { typed, typedCode }, status: 200, headers: {} };
  }
  // After a change of language, repeat the previous question, whatever the boxes contain now.
  const prefix = isOnlyAnotherLanguage(form) ? "answered-" : "";
  const second = await secondNumberFor(visit, by);
  const asked = inputOf(form, prefix);
  const elsewhere = await elsewhereIn(visit, asked.number);
  const input = withExtractedNumber(asked, second);
  // An address or a message may contain what looks like a number.
  const isNoNumber = elsewhere !== null && canonicalNumber(asked.number) === null;
  const means = { proof: form.get("proof") ?? "", waitTicket: form.get(`${prefix}ticket`) ?? "" };
  const answer = await answerTo(input, means, visit, { by, second, isNoNumber });
  const answered = { input, asked: asked.number, elsewhere, at: visit.portal.now(), answer, keeps: form.has("keep") };
  return { lookup: { typed, answered }, status: statusOf(answer), headers: headersOf(answer) };
}

/** Returns the receipt that the visitor asked for. Null if they asked for none, or have no answer yet. */
export async function keptAnswer(request: Request, visit: Visit, { lookup }: AnsweredLookup): Promise<Response | null> {
  const { input, answer, keeps } = lookup?.answered ?? {};
  if (!keeps || !input || !(answer?.kind === "found" || answer?.kind === "none")) return null;
  if (input.name.length > maxNameLength || !isOn(await visit.settings(), "statements")) return null;
  const record = answer.kind === "found" ? answer.record : null;
  // Few ask for a receipt, and no lookup needs what makes one.
  const { keepAnswer } = await import("#operations/desk/keep-answer.ts");
  using _turn = await drawingTurn(visit.portal, visit.clientAddress, request.signal);
  const pdf = await keepAnswer(visit.portal, input, record, spokenLocale() === "bn" ? "bn" : "en");
  return new Response(new Uint8Array(pdf), {
    headers: {
      ...pageHeaders(request),
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="receipt-${officeToday(visit.portal)}.pdf"`,
    },
  });
}

/** Fills the boxes with the values from another site's form. Starts no lookup: the visitor checks and submits them. */
export async function readCrossSiteNumber(request: Request): Promise<AnsweredLookup> {
  const { number, name } = inputOf(formFields(await request.text()));
  const typed = { number: number.slice(0, maxNumberLength), name: name.slice(0, maxNameLength) };
  return { lookup: { typed, isCrossSite: number !== "" }, status: 200, headers: {} };
}

const inputOf = (form: URLSearchParams, prefix = ""): LookupInput => ({
  number: form.get(`${prefix}number`)?.trim() ?? "",
  name: form.get(`${prefix}name`)?.trim() ?? "",
});

/** What was typed that belongs on another page, if the site has that page. */
async function elsewhereIn({ settings, portal }: Visit, typed: string): Promise<TypedElsewhere | null> {
  const found = typedElsewhere(typed, portal.publicOrigin);
  if (found === null || found.kind === "address") return found;
  // If the settings cannot be read, the answer says so later.
  return settings().then(
    (site) => (isPartOf(site, pages.code) ? found : null),
    () => null,
  );
}

/** Extracts the number from the typed text if it contains one. */
const withExtractedNumber = (input: LookupInput, second: SecondNumber): LookupInput => ({
  ...input,
  number: numberIn(input.number, second) ?? input.number,
});

/** The second number that the page takes. If the settings cannot be read, the answer says so later. */
const secondNumberFor = async ({ settings }: Visit, by: LookupQuestion["by"]): Promise<SecondNumber> =>
  by === "passport"
    ? irccNumber
    : settings().then(
        ({ secondNumber }) => secondNumber,
        () => irccNumber,
      );

async function answerTo(
  { number, name }: LookupInput,
  means: LookupProofs,
  visit: Visit,
  { by, second, isNoNumber }: Pick<LookupQuestion, "by"> & { second: SecondNumber; isNoNumber: boolean },
): Promise<LookupAnswer> {
  try {
    const { lookupPolicy } = await visit.settings();
    const wrong = wrongIn({ number, name }, lookupPolicy, isNoNumber || numberIn(number, second) === null);
    if (wrong) return { kind: "wrong-input", ...wrong };
    const outcome = await askForRecord(visit.portal, { by, number, name }, await visitorOf(visit, means));
    if (outcome.kind === "none") return { ...outcome, watchTicket: await offerToWatch(visit.portal, { number, name }) };
    return asAnswer(outcome);
  } catch (error) {
    return failedFor(visit, error);
  }
}

/** Returns what is known about the visitor of a lookup. */
export async function visitorOf(visit: Visit, means: LookupProofs): Promise<LookupVisitor> {
  const isStaff = mayListRecords((await visit.signedIn())?.actor ?? anonymous);
  const { clientAddress: address, country } = visit;
  return { ...means, address, country, isStaff, channel: "web" };
}

function wrongIn({ number, name }: LookupInput, policy: LookupPolicy, isUnusable: boolean): WrongField | null {
  // Under this policy, every question gets the same answer.
  if (policy === "code") return null;
  if (number === "") return { field: "number", problem: "missing" };
  if (isUnusable) return { field: "number", problem: "unusable" };
  return policy === "guarded" && name === "" ? { field: "name", problem: "missing" } : null;
}

export function failedFor({ report }: Pick<Visit, "report">, error: unknown): Failed {
  report(error);
  return { kind: "failed", reason: isPortalError(error) && error.id === "unavailable" ? "unavailable" : "internal" };
}

/** Translates the price of a lookup into what the page shows. */
export function asAnswer<Outcome extends { kind: string }>(outcome: Outcome | NeedsProof): Outcome | Limited {
  if (!isPrice(outcome)) return outcome;
  const { challenge, wait } = outcome;
  return { kind: "limited", waitSeconds: wait.seconds, ticket: wait.ticket, challenge: JSON.stringify(challenge) };
}

type NeedsProof = Extract<LookupOutcome, { kind: "needs-proof" }>;
const isPrice = (outcome: { kind: string }): outcome is NeedsProof => outcome.kind === "needs-proof";

export function statusOf(answer: { kind: string } | Failed): number {
  if (answer.kind === "wrong-input") return 400;
  if (answer.kind === "refused") return 429;
  if ("reason" in answer) return answer.reason === "unavailable" ? 503 : 500;
  return 200;
}

export const headersOf = (answer: { kind: string } | Failed): AnsweredLookup["headers"] =>
  "retryAfterSeconds" in answer ? { "Retry-After": String(answer.retryAfterSeconds) } : {};
