// Rewrites the types at the top of docs/attestry-client.ts from the OpenAPI document.
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { JsonSchema } from "../src/api/openapi/json-schema.ts";
import { openApiDocument } from "../src/api/openapi/openapi-document.ts";
import type { Operation } from "../src/api/openapi/operation.ts";

export const clientFile = fileURLToPath(new URL("../docs/attestry-client.ts", import.meta.url));
/** The line between the generated part above and the handwritten part below. */
const border = "// ── The client";

export async function remadeClient(): Promise<string> {
  const current = await readFile(clientFile, "utf8");
  return `${typesOfCalls()}\n${current.slice(current.indexOf(border))}`;
}

function typesOfCalls(): string {
  const { components, paths } = openApiDocument("http://localhost:3000");
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ call, place: `${method.toUpperCase()} ${path}` })),
  );
  return [
    "// The types are made from the OpenAPI document by tools/make-api-client.ts.\n",
    ...Object.entries(components.schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`),
    "type Calls = {",
    ...calls.map(({ call }) => `/** ${call.summary}. */\n${call.operationId}: ${typeOfCall(call)};`),
    "};\n",
    "const places: Readonly<Record<keyof Calls, string>> = {",
    ...calls.map(({ call, place }) => `${call.operationId}: "${place}",`),
    "};\n",
  ].join("\n");
}

function typeOfCall({ parameters, requestBody, responses }: Operation): string {
  const places = (["path", "query", "header"] as const).map((place) => {
    const fields = parameters.filter((parameter) => parameter.in === place);
    const types = fields.map(({ name, required, schema }) => field(name, required, schema));
    const name = `${place === "header" ? "headers" : place}${fields.some(({ required }) => required) ? "" : "?"}`;
    return types.length > 0 ? `${name}: { ${types.join(" ")} };` : "";
  });
  const json = requestBody?.content["application/json"];
  const body = requestBody ? `body: ${json ? typeOf(json.schema) : "FormData"};` : "";
  const answered = (responses["200"] ?? responses["201"])?.content ?? {};
  const data =
    answered["image/webp"] || answered["application/pdf"] ? "Blob" : typeOf(Object.values(answered)[0]?.schema);
  return `{ asked: { ${places.join(" ")} ${body} }; data: ${data} }`;
}

const simpleTypes: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
};

/** Supports only the kinds of schema that the document contains. */
function typeOf(schema: unknown): string {
  if (!isSchema(schema)) return "unknown";
  const { $ref, const: constant, enum: choices, anyOf, type, properties, required, additionalProperties } = schema;
  if (typeof $ref === "string") return $ref.split("/").at(-1) ?? "unknown";
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(" | ");
  if (Array.isArray(anyOf)) return anyOf.map(typeOf).join(" | ");
  if (type === "array") return `(${typeOf(schema["items"])})[]`;
  if (type !== "object") return simpleTypes[String(type)] ?? "unknown";
  if (!isSchema(properties)) return `{ [name: string]: ${typeOf(additionalProperties)} }`;
  const fields = Object.entries(properties).map(([name, of]) =>
    field(name, Array.isArray(required) && required.includes(name), of),
  );
  return `{ ${fields.join(" ")} ${isSchema(additionalProperties) ? "[name: string]: unknown;" : ""} }`;
}

function field(name: string, isRequired: boolean, schema: unknown): string {
  const text = isSchema(schema) ? schema["description"] : undefined;
  const comment = typeof text === "string" ? `\n/** ${text} */\n` : "";
  return `${comment}${/^\w+$/.test(name) ? name : JSON.stringify(name)}${isRequired ? "" : "?"}: ${typeOf(schema)};`;
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === "object" && value !== null;

if (import.meta.main) {
  await writeFile(clientFile, await remadeClient());
  await promisify(execFile)("node_modules/.bin/oxfmt", [clientFile]);
}
