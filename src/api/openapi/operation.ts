import { z } from "zod";
import type { AccessPolicy } from "#core/accounts/access-policies.ts";
import { type ErrorId, PortalError } from "#core/errors.ts";
import { failureSchema, proofNeededSchema } from "../contract/answers.ts";
import type { DocumentedCall } from "../calls.ts";
import type { AnswerHeader, Call } from "../contract/call.ts";
import { idempotencyKeySchema, ifMatchSchema } from "../http/headers.ts";
import { inJsonSchema, type JsonSchema, referenceTo } from "./json-schema.ts";
import { sessionCookie } from "#auth/cookies.ts";

type Content = Record<string, { schema: JsonSchema }>;
type ResponseOf = { description: string; headers?: Record<string, JsonSchema>; content: Content };

export type Operation = ReturnType<typeof operationOf>;

export function operationOf(call: DocumentedCall, publicOrigin: string) {
  const content = requestContent(call);
  const responses: Record<string, ResponseOf> = { [call.status]: answerOf(call), ...failuresOf(call) };
  return {
    operationId: call.id,
    tags: [call.tag],
    summary: call.summary,
    ...(call.description !== undefined && { description: call.description }),
    "x-who": whoMay(call),
    "x-codeSamples": [{ lang: "Shell", source: exampleOf(call, publicOrigin) }],
    security: securityOf(call),
    parameters: parametersOf(call),
    ...(content && { requestBody: { required: true, content } }),
    responses,
  };
}

/** The document has always called staff clerks. */
export type WhoMay = Exclude<AccessPolicy, "staff"> | "clerks";

const whoMay = ({ policy }: Call): WhoMay => (policy === "staff" ? "clerks" : policy);

function securityOf({ policy, ofBrowser }: Call): Record<string, string[]>[] {
  if (policy === "anyone") return [];
  if (ofBrowser) return [{ session: [] }];
  return policy === "uploaders" ? [{ bearer: [] }, { uploadKey: [] }] : [{ bearer: [] }];
}

const proofHeaders = z.object({
  "Proof-Of-Work": z
    .string()
    .optional()
    .meta({ description: "The solved `challenge` of a 429: base64 of JSON, used once." }),
  "Wait-Ticket": z.string().optional().meta({ description: "The `wait.ticket` of a 429, once the wait is over." }),
});

function parametersOf(call: DocumentedCall) {
  const headers = z.object({
    ...(call.isConditional && { "If-Match": ifMatchSchema.optional() }),
    ...(call.isRepeatable && { "Idempotency-Key": idempotencyKeySchema.optional() }),
    ...(call.tag === "Lookups" && proofHeaders.shape),
  });
  return [
    ...parametersIn("path", call.inPath),
    ...parametersIn("query", call.inQuery),
    ...parametersIn("header", headers),
  ];
}

const parametersIn = (place: "path" | "query" | "header", texts: Call["inPath"]) =>
  Object.entries(texts.shape).map(([name, schema]) => {
    const { description = "", ...rest } = inJsonSchema(schema) as JsonSchema & { description?: string };
    return { name, in: place, required: place === "path", description, schema: rest };
  });

const aFile = { type: "string", contentMediaType: "application/octet-stream" } as const;

const multipart = ({ field, besides, text }: NonNullable<Call["file"]>): JsonSchema => ({
  type: "object",
  required: text ? [field, text] : [field],
  properties: {
    [field]: { type: "array", items: aFile },
    ...(besides && { [besides]: aFile }),
    ...(text && { [text]: { type: "string" } }),
  },
});

function requestContent({ takes, file, body }: Call): Content | null {
  if (takes && file) return { [takes]: { schema: multipart(file) } };
  return body ? { "application/json": { schema: referenceTo(body) } } : null;
}

const headerTexts: Record<AnswerHeader, string> = {
  ETag: "The version of the record, for `If-Match`.",
  Link: 'The next page: `<address>; rel="next"`.',
  Location: "The address of what was added.",
  "Damaged-Records": "The ids of records that cannot be opened.",
};

function answerOf({ summary, gives, alsoGives, answer, answerHeaders = [] }: Call): ResponseOf {
  const headers = answerHeaders.map((name) => [name, { description: headerTexts[name], schema: { type: "string" } }]);
  const schema = gives ? inJsonSchema(answer) : referenceTo(answer);
  return {
    description: summary,
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) as Record<string, JsonSchema> }),
    content: {
      [gives ?? "application/json"]: { schema },
      ...(alsoGives && { [alsoGives]: { schema: { type: "string" } } }),
    },
  };
}

const retryAfter: Record<string, JsonSchema> = {
  "Retry-After": { description: "After so many seconds it may be tried again.", schema: { type: "integer" } },
};

function failuresOf(call: Call): Record<string, ResponseOf> {
  const byStatus = Map.groupBy(
    errorsOf(call).map((id) => new PortalError(id)),
    ({ status }) => status,
  );
  return Object.fromEntries(
    [...byStatus].map(([status, errors]) => [
      status,
      {
        description: errors.map(({ id, message }) => `\`${id}\`: ${message}`).join(" "),
        ...(status === 429 && { headers: retryAfter }),
        content: {
          "application/json": { schema: referenceTo(status === 429 ? proofNeededSchema : failureSchema) },
        },
      },
    ]),
  );
}

const always: ErrorId[] = ["internal", "unavailable", "moved"];

/** The errors of a call: its own, and those that follow from its policy, its input and its method. */
function errorsOf(call: Call): ErrorId[] {
  const isChange = call.method !== "get";
  const hasInput = [call.inPath, call.inQuery].some(({ shape }) => Object.keys(shape).length > 0);
  return [
    ...new Set<ErrorId>([
      ...(hasInput || call.body || call.isConditional || call.isRepeatable ? (["invalid"] as const) : []),
      ...(call.policy === "anyone" ? [] : (["not-signed-in", "not-allowed", "second-step-needed"] as const)),
      ...(isChange ? (["foreign-origin"] as const) : []),
      ...(call.body ? (["unsupported-type", "too-large"] as const) : []),
      ...(call.isConditional ? (["stale"] as const) : []),
      ...(call.isRepeatable ? (["still-working", "key-reused"] as const) : []),
      ...(call.errors ?? []),
      ...always,
    ]),
  ];
}

/** A curl command for the call, with the examples of its schemas. `$TOKEN` stands for a token, `$SESSION` for a cookie. */
function exampleOf(call: Call, origin: string): string {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(firstExample(call.inPath.shape[name]))),
  );
  const parts = [
    "curl",
    ...(call.method === "get" ? [] : [`-X ${call.method.toUpperCase()}`]),
    ...credentialOf(call, origin).map((header) => `-H "${header}"`),
    ...headersOf(call).map((header) => `-H ${quoted(header)}`),
    ...(call.file ? [`-F ${call.file.field}=@${call.file.example}`] : []),
    ...(call.file?.text ? [`-F ${call.file.text}=Visas`] : []),
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
