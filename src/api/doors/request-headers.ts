import { z } from "zod";
import { checkInput } from "#core/fields.ts";

/** No version of a record is ever this one. */
const neverAVersion = -1;

const ownETag = /^"(\d{1,15})"$/;
const anyETag = /^(W\/)?"[^"]*"$/;

export const ifMatchSchema = z
  .string()
  .refine((text) => text === "*" || anyETag.test(text), { error: "etag-format" })
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

/** The version that a change was made from, and the key of a request that may come again. */
export function readRequestHeaders(header: Header, { isConditional, isRepeatable }: ReadWhich) {
  const { "If-Match": match, "Idempotency-Key": key } = checkInput(headersSchema, {
    "If-Match": isConditional && header("if-match")?.trim(),
    "Idempotency-Key": isRepeatable && header("idempotency-key"),
  });
  return { expectedVersion: versionOf(match), idempotencyKey: key };
}

type ReadWhich = { isConditional?: true; isRepeatable?: true };

function versionOf(etag: string | undefined): number | undefined {
  if (etag === undefined || etag === "*") return undefined;
  const [, version] = ownETag.exec(etag) ?? [];
  return version === undefined ? neverAVersion : Number(version);
}

export const etagOf = ({ version }: { version: number }): string => `"${version}"`;
