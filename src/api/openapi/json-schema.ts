import { z } from "zod";
import { namedSchemas } from "../contract/call.ts";

export type JsonSchema = { [key: string]: unknown };

const isText = (schema: JsonSchema) => schema["type"] === "string";

export function inJsonSchema(schema: z.core.$ZodType): JsonSchema {
  const made = z.toJSONSchema(schema, {
    io: "input",
    // A string that means a number is documented as a number: the pattern of the string is removed.
    override: ({ jsonSchema }) => {
      if (!isText(jsonSchema)) delete jsonSchema.pattern;
    },
  });
  return withoutPlace(made);
}

/** Removes the keys that the OpenAPI document itself gives. */
const withoutPlace = (schema: object): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => name !== "$schema" && name !== "$id"));

const componentPlace = (id: string) => `#/components/schemas/${id}`;

export function referenceTo(schema: z.ZodType): JsonSchema {
  const id = namedSchemas.get(schema)?.id;
  if (id === undefined) throw new Error("a schema of a call has no name");
  return { $ref: componentPlace(id) };
}

export function componentSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(namedSchemas, { io: "input", uri: componentPlace });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutPlace(schema)]));
}
