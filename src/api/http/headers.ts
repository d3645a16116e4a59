import { z } from "zod";
import { checkInput } from "#core/fields.ts";
import type { Call } from "../contract/call.ts";

/** RFC 9110: a list of tags. Elements of the list may be empty, and tags may be weak. */
const tag = String.raw`(?:W/)?"[\x21\x23-\x7E\x80-\xFF]*"`;
const tags = new RegExp(String.raw`^(?:,[ \t]*)*${tag}(?:[ \t]*,(?:[ \t]*${tag})?)*$`);
const eachTag = new RegExp(tag, "g");

export const ifMatchSchema = z
  .string()
  .refine((text) => text === "*" || tags.test(text), { error: "etag-format" })
  .meta({ description: "The `ETag` of the record that the change was made from. Otherwise 412.", examples: ['"1"'] });

export const idempotencyKeySchema = z
  .string()
  .regex(/^[\x21-\x7E]{1,255}$/, { error: "key-format" })
  .meta({
    description: "Any text of your own for this one record. Sent again within 24 hours, it gets the same answer again.",
    examples: ["0d9e7c52-7a51-4c0a-93c9-0f5f2f1f7a10"],
  });

const headersSchema = z.object({
  "If-Match": ifMatchSchema.optional(),
  "Idempotency-Key": idempotencyKeySchema.optional(),
});

type Header = (name: string) => string | undefined;

/** Returns the versions on which a change may be based, and the key of a request that may be repeated. */
export function readRequestHeaders(header: Header, { isConditional, isRepeatable }: Partial<Call>) {
  const { "If-Match": match, "Idempotency-Key": key } = checkInput(headersSchema, {
    "If-Match": isConditional && header("if-match")?.trim(),
    "Idempotency-Key": isRepeatable && header("idempotency-key"),
  });
  return { expectedVersion: versionsIn(match), idempotencyKey: key };
}

/** Returns the versions of the tags that equal one of ours in every character. Weak tags never match. */
function versionsIn(header: string | undefined): number[] | undefined {
  if (header === undefined || header === "*") return undefined;
  const given = header.match(eachTag) ?? [];
  return given
    .map((text) => [text, Number(text.slice(1, -1))] as const)
    .filter(([text, version]) => text === etagOf({ version }))
    .map(([, version]) => version);
}

export const etagOf = ({ version }: { version: number }): string => `"${version}"`;

type Query = Readonly<Record<string, string | number | undefined>>;

/** The Link header for the next page, with the same query; nothing if there is no next page. */
export function linkToNext(path: string, query: Query, cursor: string | null): { Link?: string } {
  if (cursor === null) return {};
  const parameters: [string, unknown][] = Object.entries({ ...query, cursor });
  const next = parameters.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]);
  return { Link: `<${path}?${new URLSearchParams(next).toString()}>; rel="next"` };
}
