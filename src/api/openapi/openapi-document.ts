import { z } from "zod";
import { sessionCookie } from "#auth/cookies.ts";
import { PortalError } from "#core/errors.ts";
import { calls } from "../calls.ts";
import { failureSchema, proofNeededSchema } from "../contract/answers.ts";
import type { AnswerHeader, Call } from "../contract/call.ts";
import { namedSchemas } from "../contract/schemas.ts";
import { idempotencyKeySchema, ifMatchSchema } from "../http/request-headers.ts";
import { errorsOf } from "./errors-of-call.ts";
import { exampleOf } from "./example-of.ts";
import { proofHeaders } from "./proof-headers.ts";

export type JsonSchema = { [key: string]: unknown };
type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description: string;
  schema: JsonSchema;
};
type Content = Record<string, { schema: JsonSchema }>;
type Answer = { description: string; headers?: Record<string, JsonSchema>; content?: Content };

export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  "x-who": Call["policy"];
  "x-codeSamples": { lang: string; source: string }[];
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, Answer>;
};

export type OpenApiDocument = {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, JsonSchema> };
};

const about =
  "Look a record up, and keep records, as staff or as a program of theirs. Every failure is JSON with `error.id`; " +
  "the same answer, 404, stands for everything that a stranger may not know of.";

/** The interface as OpenAPI 3.1, made from the schemas that check it. */
export function openApiDocument(publicOrigin: string): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {};
  for (const call of calls) paths[call.path] = { ...paths[call.path], [call.method]: operationOf(call, publicOrigin) };
  return {
    openapi: "3.1.0",
    info: { title: "Attestry", version: "1", description: about },
    servers: [{ url: publicOrigin }],
    paths,
    components: { schemas: componentSchemas(), securitySchemes: securitySchemes(publicOrigin) },
  };
}

const securitySchemes = (publicOrigin: string) => ({
  bearer: { type: "http", scheme: "bearer", description: "A token of `POST /jwt`. The bare token will do as well." },
  uploadKey: { type: "apiKey", in: "query", name: "key", description: "The `UPLOAD_KEY` of this portal." },
  session: {
    type: "apiKey",
    in: "cookie",
    name: sessionCookie(publicOrigin),
    description: "The session of who signed in with `POST /api/auth/sign-in/email`.",
  },
});

function securityOf({ policy, ofBrowser }: Call): Operation["security"] {
  if (policy === "anyone") return [];
  if (ofBrowser) return [{ session: [] }];
  return policy === "uploaders" ? [{ bearer: [] }, { uploadKey: [] }] : [{ bearer: [] }];
}

function operationOf(call: Call, publicOrigin: string): Operation {
  const content = requestContent(call);
  return {
    operationId: call.id,
    tags: [call.tag],
    summary: call.summary,
    ...(call.description !== undefined && { description: call.description }),
    "x-who": call.policy,
    "x-codeSamples": [{ lang: "Shell", source: exampleOf(call, publicOrigin) }],
    security: securityOf(call),
    parameters: parametersOf(call),
    ...(content && { requestBody: { required: true, content } }),
    responses: { [call.status]: answerOf(call), ...failuresOf(call) },
  };
}

function parametersOf(call: Call): Parameter[] {
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

const parametersIn = (place: Parameter["in"], texts: Call["inPath"]): Parameter[] =>
  Object.entries(texts.shape).map(([name, schema]) => {
    const { description = "", ...rest } = inJsonSchema(schema) as JsonSchema & { description?: string };
    return { name, in: place, required: place === "path", description, schema: rest };
  });

const isText = (schema: JsonSchema) => schema["type"] === "string";

function inJsonSchema(schema: z.core.$ZodType): JsonSchema {
  const made = z.toJSONSchema(schema, {
    io: "input",
    // Texts that mean numbers are documented as the numbers that they mean.
    override: ({ jsonSchema }) => {
      if (!isText(jsonSchema)) delete jsonSchema.pattern;
    },
  });
  return withoutPlace(made);
}

/** The document says where a schema stands and in which language it is. */
const withoutPlace = (schema: object): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => name !== "$schema" && name !== "$id"));

const multipart: JsonSchema = {
  type: "object",
  required: ["image"],
  properties: { image: { type: "array", items: { type: "string", contentMediaType: "application/octet-stream" } } },
};

function requestContent({ takes, body }: Call): Content | null {
  if (takes) return { [takes]: { schema: multipart } };
  return body ? { "application/json": { schema: referenceTo(body) } } : null;
}

const headerTexts: Record<AnswerHeader, string> = {
  ETag: "The version of the record, for `If-Match`.",
  Link: 'The next page: `<address>; rel="next"`.',
  Location: "The address of what was added.",
};

function answerOf({ summary, gives, answer, answerHeaders = [] }: Call): Answer {
  const headers = answerHeaders.map((name) => [name, { description: headerTexts[name], schema: { type: "string" } }]);
  const schema = gives ? inJsonSchema(answer) : referenceTo(answer);
  return {
    description: summary,
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) as Record<string, JsonSchema> }),
    content: { [gives ?? "application/json"]: { schema } },
  };
}

const retryAfter: Record<string, JsonSchema> = {
  "Retry-After": { description: "After so many seconds it may be tried again.", schema: { type: "integer" } },
};

function failuresOf(call: Call): Record<string, Answer> {
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

const componentPlace = (id: string) => `#/components/schemas/${id}`;

function referenceTo(schema: z.ZodType): JsonSchema {
  const id = namedSchemas.get(schema)?.id;
  if (id === undefined) throw new Error("a schema of a call has no name");
  return { $ref: componentPlace(id) };
}

function componentSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(namedSchemas, { io: "input", uri: componentPlace });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutPlace(schema)]));
}
