import type { IncomingMessage, ServerResponse } from "node:http";
import { type Awaitable, whenReady } from "#core/awaitable.ts";
import { isOwnPaper } from "#core/own-fields/own-paper.ts";
import { publicOtherFields, type PublicRecord } from "#core/records/visibility.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { PortalError } from "#core/errors.ts";
import { isOn } from "#core/settings/features.ts";
import { imageAddress } from "#core/images/image-links.ts";
import { askForRecord } from "#operations/lookups/ask-for-record.ts";
import type { LookupOutcome, LookupVisitor } from "#operations/lookups/check-proof.ts";
import type { LookupQuestion } from "#operations/records/look-up-record.ts";
import { knownSettings } from "#operations/portal/current-settings.ts";
import { officeToday } from "#operations/portal/office-time.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { signedStatement, statementOf } from "#operations/proofs/statements.ts";
import { privateHeaders, errorAnswer } from "../http/answers.ts";
import { isSpeculative } from "../http/speculative.ts";
import { endedByName, toAnsweredRecord } from "../spec-names.ts";
import { type Lookup, matchLookup, readLookup } from "./lookup-request.ts";

type FastPathParts = {
  portal: Portal;
  publicOrigin: string;
  clientAddress: (incoming: IncomingMessage) => string;
  clientCountry: (incoming: IncomingMessage) => string;
  headers: Iterable<readonly [string, string]>;
  report: (error: unknown) => void;
};

/** `ownHeaders` are the headers of this one response: names and values alternate. */
type FastPath = (incoming: IncomingMessage, outgoing: ServerResponse, ownHeaders: readonly string[]) => boolean;

type FastResponse = { status: number; body: string; type?: string; headers?: readonly string[] };

/**
 * Answers lookups, directly from Node's request to Node's response. Most requests are lookups, and the middleware of
 * the other routes costs as much as a lookup itself. Returns false for a request that is no lookup.
 */
export function lookupFastPath(parts: FastPathParts): FastPath {
  const common = [...parts.headers, ...Object.entries(privateHeaders)].flat();
  return (incoming, outgoing, ownHeaders) => {
    const lookup = matchLookup(incoming);
    if (!lookup) return false;
    void whenReady(answerTo(parts, incoming, lookup), ({ status, body, type = "application/json", headers = [] }) => {
      const length = String(Buffer.byteLength(body));
      const content = ["Content-Type", type, "Content-Length", length];
      outgoing.writeHead(status, common.concat(content, headers, ownHeaders)).end(body);
    });
    return true;
  };
}

function answerTo(parts: FastPathParts, incoming: IncomingMessage, lookup: Lookup): Awaitable<FastResponse> {
  const failed = (error: unknown): FastResponse => {
    parts.report(error);
    return errorResponse(error);
  };
  try {
    const answer = lookUp(parts, incoming, lookup);
    return answer instanceof Promise ? answer.catch(failed) : answer;
  } catch (error) {
    return failed(error);
  }
}

function lookUp(parts: FastPathParts, incoming: IncomingMessage, lookup: Lookup): Awaitable<FastResponse> {
  const { portal, publicOrigin } = parts;
  if (isSpeculative(incoming.headers)) throw new PortalError("not-ahead-of-time");
  if (isEmbeddedElsewhere(incoming)) throw new PortalError("foreign-origin");
  const visitor = visitorOf(incoming, parts);
  const { question, wantsLastDays, wantsStatement } = readLookup(lookup);
  const options = { portal, publicOrigin, wantsLastDays };
  if (wantsStatement) return lookUpStatement(portal, question, visitor, options);
  return whenReady(askForRecord(portal, question, visitor), (outcome) => inJson(outcome, options));
}

/** Before anything is looked up, so that the answer says nothing of a record. */
const formatUnknown = () => new PortalError("invalid", { fields: { format: "unknown-choice" } });

/**
 * True if a page of another site embeds the lookup, instead of a visitor following a link. The page cannot read the
 * answer, but sees whether an element loads. It could look numbers up through its visitors, each of whom has their own
 * limit of misses.
 */
function isEmbeddedElsewhere({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  const isOtherSite = site === "cross-site" || site === "same-site";
  return isOtherSite && headers["sec-fetch-dest"] !== "document";
}

function visitorOf(incoming: IncomingMessage, { clientAddress, clientCountry }: FastPathParts): LookupVisitor {
  const { "proof-of-work": proof, "wait-ticket": waitTicket } = incoming.headers;
  const [address, country] = [clientAddress(incoming), clientCountry(incoming)];
  return { address, country, channel: "api", proof: firstOf(proof), waitTicket: firstOf(waitTicket) };
}

const firstOf = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

function errorResponse(error: unknown): FastResponse {
  const { status, body } = errorAnswer(error);
  return { status, body: JSON.stringify(body) };
}

/** The same bytes whether the record is hidden, denied, of another registry, of another name, or missing. */
const miss = errorResponse(new PortalError("not-found"));

/** The same bytes for every number, if the lookup policy allows no lookup by number. */
const unasked = errorResponse(new PortalError("share-code-needed"));

async function lookUpStatement(
  portal: Portal,
  question: LookupQuestion,
  visitor: LookupVisitor,
  options: AnswerOptions,
): Promise<FastResponse> {
  if (!isOn(await knownSettings(portal), "statements")) throw formatUnknown();
  const outcome = await askForRecord(portal, question, visitor);
  if (outcome.kind !== "found") return inJson(outcome, options);
  const statement = await statementOf(portal, outcome.record.id);
  // Of a record that was hidden a moment ago.
  if (!statement) return miss;
  return { status: 200, body: await signedStatement(portal, statement), type: "application/dc+sd-jwt" };
}

type AnswerOptions = { portal: Portal; publicOrigin: string; wantsLastDays: boolean };

function inJson(outcome: LookupOutcome, options: AnswerOptions): FastResponse {
  switch (outcome.kind) {
    case "none":
      return miss;
    case "needs-code":
      return unasked;
    case "found":
      return { status: 200, body: JSON.stringify(shown(outcome.record, options)) };
    case "needs-proof":
      return tryAgainIn(outcome.wait.seconds, { challenge: outcome.challenge, wait: outcome.wait });
    case "refused":
    default:
      return tryAgainIn(outcome.retryAfterSeconds);
  }
}

function tryAgainIn(seconds: number, more: object = {}): FastResponse {
  const { status, body } = errorAnswer(new PortalError("too-many-requests"));
  return { status, body: JSON.stringify({ ...body, ...more }), headers: ["Retry-After", String(seconds)] };
}

function shown(found: PublicRecord, { portal, publicOrigin, wantsLastDays }: AnswerOptions) {
  const { registry } = portal;
  const addressOf = (page: string) => publicOrigin + imageAddress(page, "reading", found.imageGrant);
  const record = { ...withPapers(found), registry, approval: "approved", hidden: false } as const;
  const lastDays = wantsLastDays ? record.lastDays : undefined;
  const own = found.own.length === 0 ? undefined : valuesOf(found.own);
  const papers = found.papers.map(({ id, lastDay }) => ({ id, hasLastDay: lastDay !== undefined }));
  if (wantsLastDays)
    papers.push(...found.unscanned.flatMap(({ kind: id }) => (isOwnPaper(id) ? { id, hasLastDay: true } : [])));
  const answered = toAnsweredRecord(record, addressOf, { lastDays, fields: publicOtherFields, own, papers });
  if (wantsLastDays) answered.ended = endedByName(found, officeToday(portal));
  return answered;
}

/** With own papers among the documents, and all last days in one place, as records have them. */
function withPapers(found: PublicRecord): PublicRecord & Pick<CandidateRecord, "documents" | "lastDays"> {
  if (found.papers.length + found.unscanned.length === 0) return found;
  const documents: CandidateRecord["documents"] = { ...found.documents };
  const lastDays: CandidateRecord["lastDays"] = { ...found.lastDays };
  for (const { id, pages, lastDay } of found.papers) {
    documents[id] = pages;
    if (lastDay) lastDays[id] = lastDay;
  }
  for (const { kind, lastDay } of found.unscanned) lastDays[kind] = lastDay;
  return { ...found, documents, lastDays };
}

const valuesOf = (own: PublicRecord["own"]) => Object.fromEntries(own.map(({ id, value }) => [id, value]));
