import { z } from "zod";
import { sessionCookie } from "#auth/cookies.ts";
import type { Call } from "../contract/call.ts";

/** A curl command for the call, with the examples of its schemas. `$TOKEN` stands for a token, `$SESSION` for a cookie. */
export function exampleOf(call: Call, origin: string): string {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(firstExample(call.inPath.shape[name]))),
  );
  const parts = [
    "curl",
    ...(call.method === "get" ? [] : [`-X ${call.method.toUpperCase()}`]),
    ...credentialOf(call, origin).map((header) => `-H "${header}"`),
    ...headersOf(call).map((header) => `-H ${quoted(header)}`),
    ...(call.file ? [`-F ${call.file.field}=@${call.file.example}`] : []),
    ...(call.body ? [`-d ${quoted(JSON.stringify(exampleBody(call.body)))}`] : []),
    quoted(origin + path),
  ];
  return parts.join(" ");
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** For text in double quotes, in which a shell replaces variables. */
function credentialOf({ policy, ofBrowser }: Call, origin: string): string[] {
  if (policy === "anyone") return [];
  return [ofBrowser ? `Cookie: ${sessionCookie(origin)}=$SESSION` : "Authorization: Bearer $TOKEN"];
}

const headersOf = (call: Call): string[] => [
  ...(call.isConditional ? ['If-Match: "1"'] : []),
  ...(call.isRepeatable ? ["Idempotency-Key: 0d9e7c52-7a51-4c0a-93c9-0f5f2f1f7a10"] : []),
  ...(call.body ? ["Content-Type: application/json"] : []),
];

/** Omits fields whose example is empty. */
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
