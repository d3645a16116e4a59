import type { IncomingMessage } from "node:http";
import { checkInput } from "#core/fields.ts";
import { percentDecoded } from "#core/percent-decoded.ts";
import { pathAndQueryOf } from "#core/web-address.ts";
import type { LookupQuestion } from "#operations/records/look-up-record.ts";
import { eitherInQuery, lookupInQuery } from "../contract/parameters.ts";
import { lookupCalls } from "../contract/record-calls.ts";
import { readQuery } from "../http/read-input.ts";

export type Lookup = Pick<LookupQuestion, "by"> & { rest: string };

const prefixes = [
  { by: "passport", path: prefixOf(lookupCalls.lookUpByPassport.path) },
  { by: "either", path: prefixOf(lookupCalls.lookUpByEither.path) },
] as const;

function prefixOf(path: string): string {
  return path.slice(0, path.indexOf("{"));
}

/** What a request looks up; null for any other request. */
export function matchLookup({ method, url = "" }: IncomingMessage): Lookup | null {
  if (method !== "GET" && method !== "HEAD") return null;
  if (!url.startsWith("/") && !URL.canParse(url)) return null;
  const address = pathAndQueryOf(url);
  for (const { by, path } of prefixes) if (address.startsWith(path)) return { by, rest: address.slice(path.length) };
  return null;
}

type ReadLookup = { question: LookupQuestion; wantsLastDays: boolean; wantsStatement: boolean };

/** The path after the prefix is the number, whatever it contains: text that is no number is a miss like any other. */
export function readLookup({ by, rest }: Lookup): ReadLookup {
  const end = rest.indexOf("?");
  if (end === -1) return { question: { by, number: decoded(rest) }, wantsLastDays: false, wantsStatement: false };
  const query = readQuery(rest);
  // A proxy may change a slash in a path, so a number with one can be sent beside it.
  const asked =
    by === "either" ? checkInput(eitherInQuery, query) : { number: "", ...checkInput(lookupInQuery, query) };
  const { name, lastDays, format, number = "" } = asked;
  const question = { by, number: number === "" ? decoded(rest.slice(0, end)) : number, name };
  return { question, wantsLastDays: lastDays !== undefined, wantsStatement: format !== undefined };
}

const decoded = (text: string) => (text.includes("%") ? (percentDecoded(text) ?? text) : text);
