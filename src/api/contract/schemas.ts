import { z } from "zod";

/** Every schema that has a name in the OpenAPI document. */
export const namedSchemas = z.registry<{ id: string }>();

export function named<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  namedSchemas.add(schema, { id });
  return schema;
}
