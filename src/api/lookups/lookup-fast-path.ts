import type { IncomingMessage, ServerResponse } from "node:http";
import type { PublicRecord } from "#core/records/visibility.ts";
import { PortalError } from "#core/errors.ts";
import { imageAddress } from "#core/images/image-links.ts";
import { askForRecord } from "#operations/lookups/ask-for-record.ts";
import type { LookupOutcome, LookupVisitor } from "#operations/lookups/lookup-outcome.ts";
import type { Portal } from "#operations/portal.ts";
import { privateHeaders, errorAnswer } from "../http/answers.ts";
import { toSpecRecord } from "../spec-names.ts";
import { lookupIn, questionOf } from "./lookup-request.ts";

type LaneParts = {
  portal: Portal;
  publicOrigin: string;
  clientAddress: (incoming: IncomingMessage) => string;
  /** What goes out with every answer of this server. */
  headers: Iterable<readonly [string, string]>;
  report: (error: unknown) => void;
};

type Answer = { status: number; body: string; headers?: readonly string[] };

/**
 * Answers lookups, from Node's request right to Node's answer. They are most of what is asked, and beside one lookup the
 * layers that other doors stand behind would cost as much again. False for a request that is no lookup.
 */
export function lookupFastPath(parts: LaneParts): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
  const common = [...parts.headers, ...Object.entries(privateHeaders), ["Content-Type", "application/json"]].flat();
  const headersOfMiss = headersOf(miss, common);
  return (incoming, outgoing) => {
    const asked = lookupIn(incoming);
    if (!asked) return false;
    const respond = (answer: Answer) => {
      const headers = answer === miss ? headersOfMiss : headersOf(answer, common);
      outgoing.writeHead(answer.status, headers).end(answer.body);
    };
    void answerTo(parts, incoming, asked).then(respond);
    return true;
  };
}

const headersOf = ({ body, headers = [] }: Answer, common: readonly string[]): string[] => [
  ...common,
  "Content-Length",
  String(Buffer.byteLength(body)),
  ...headers,
];

async function answerTo(
  { portal, publicOrigin, clientAddress, report }: LaneParts,
  incoming: IncomingMessage,
  asked: NonNullable<ReturnType<typeof lookupIn>>,
): Promise<Answer> {
  try {
    if (isAskedInPassing(incoming)) throw new PortalError("foreign-origin");
    const visitor = visitorOf(incoming, clientAddress(incoming));
    return inJson(await askForRecord(portal, questionOf(asked), visitor), portal.registry, publicOrigin);
  } catch (error) {
    report(error);
    const { status, body } = errorAnswer(error);
    return { status, body: JSON.stringify(body) };
  }
}

/**
 * Whether a page of another site asks, and not somebody who follows its link. It cannot read the answer, but sees whether
 * an element loads: so it would look numbers up through its visitors, each of whom has misses of their own.
 */
function isAskedInPassing({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  const isOfAnother = site === "cross-site" || site === "same-site";
  return isOfAnother && headers["sec-fetch-dest"] !== "document";
}

function visitorOf({ headers }: IncomingMessage, address: string): LookupVisitor {
  const { "proof-of-work": proof, "wait-ticket": waitTicket } = headers;
  return { address, channel: "api", proof: only(proof), waitTicket: only(waitTicket) };
}

const only = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

/** Hidden, denied, of another registry, of another name, missing: the same bytes. */
const miss: Answer = { status: 404, body: JSON.stringify(errorAnswer(new PortalError("not-found")).body) };

function inJson(outcome: LookupOutcome, registry: string, publicOrigin: string): Answer {
  switch (outcome.kind) {
    case "none":
      return miss;
    case "found":
      return { status: 200, body: JSON.stringify(shown(outcome.record, registry, publicOrigin)) };
    case "needs-proof":
      return askBackIn(outcome.wait.seconds, { challenge: outcome.challenge, wait: outcome.wait });
    case "refused":
    default:
      return askBackIn(outcome.retryAfterSeconds);
  }
}

function askBackIn(seconds: number, more: object = {}): Answer {
  const { status, body } = errorAnswer(new PortalError("too-many-requests"));
  return { status, body: JSON.stringify({ ...body, ...more }), headers: ["Retry-After", String(seconds)] };
}

function shown(found: PublicRecord, registry: string, publicOrigin: string) {
  const addressOf = (page: string) => publicOrigin + imageAddress(page, "reading", found.imageGrant);
  return toSpecRecord({ ...found, registry, approval: "approved", hidden: false }, addressOf);
}
