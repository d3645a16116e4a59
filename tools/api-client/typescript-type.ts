import type { JsonSchema } from "../../src/api/openapi/json-schema.ts";

/** The TypeScript type of what a schema describes. Knows the kinds of schema that our documents have, and no others. */
export function typeOf(schema: unknown): string {
  if (!isSchema(schema)) return "unknown";
  const { $ref, const: constant, enum: choices, anyOf, type } = schema;
  if (typeof $ref === "string") return $ref.split("/").at(-1) ?? "unknown";
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(" | ");
  if (Array.isArray(anyOf)) return anyOf.map(typeOf).join(" | ");
  if (type === "array") return `(${typeOf(schema["items"])})[]`;
  if (type === "object") return objectType(schema);
  return simpleTypes[String(type)] ?? "unknown";
}

const simpleTypes: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
};

function objectType({ properties, required, additionalProperties }: JsonSchema): string {
  if (!isSchema(properties)) return `{ [name: string]: ${typeOf(additionalProperties)} }`;
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${comment(schema)}${propertyName(name)}${isRequired(name) ? "" : "?"}: ${typeOf(schema)};`,
  );
  const more = isSchema(additionalProperties) ? "[name: string]: unknown;" : "";
  return `{ ${fields.join(" ")} ${more} }`;
}

export const propertyName = (name: string): string => (/^\w+$/.test(name) ? name : JSON.stringify(name));

export function comment(schema: unknown): string {
  const text = isSchema(schema) ? schema["description"] : undefined;
  return typeof text === "string" && text !== "" ? `\n/** ${text.replaceAll("*/", "* /")} */\n` : "";
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === "object" && value !== null;
