import { z } from "zod";
import type { Call } from "../contract/call.ts";

/** A command line that makes the call, with the examples of its schemas. A token stands in `$TOKEN`. */
export function exampleOf(call: Call, origin: string): string {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(firstExample(call.inPath.shape[name]))),
  );
  const parts = [
    "curl",
    ...(call.method === "get" ? [] : [`-X ${call.method.toUpperCase()}`]),
    ...headersOf(call).map((header) => `-H ${quoted(header)}`),
    ...(call.takes ? ["-F image=@permit.jpg"] : []),
    ...(call.body ? [`-d ${quoted(JSON.stringify(exampleBody(call.body)))}`] : []),
    quoted(origin + path),
  ];
  return parts.join(" ").replaceAll("'Authorization: Bearer $TOKEN'", '"Authorization: Bearer $TOKEN"');
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const headersOf = (call: Call): string[] => [
  ...(call.policy === "anyone" ? [] : ["Authorization: Bearer $TOKEN"]),
  ...(call.isConditional ? ['If-Match: "1"'] : []),
  ...(call.isRepeatable ? ["Idempotency-Key: 0d9e7c52-7a51-4c0a-93c9-0f5f2f1f7a10"] : []),
  ...(call.body ? ["Content-Type: application/json"] : []),
];

/** Fields whose example is empty say nothing, and are left out. */
function exampleBody(body: z.ZodType): Record<string, unknown> {
  if (!(body instanceof z.ZodObject)) return {};
  const fields = Object.entries(body.shape).map(([name, schema]) => [name, firstExample(schema)] as const);
  return Object.fromEntries(fields.filter(([, example]) => example !== undefined && example !== ""));
}

function firstExample(schema: unknown): unknown {
  if (!(schema instanceof z.ZodType)) return undefined;
  const { examples } = schema.meta() ?? {};
  if (Array.isArray(examples)) return examples[0];
  return schema instanceof z.ZodOptional ? firstExample(schema.unwrap()) : undefined;
}
