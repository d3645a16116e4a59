import type { z } from "zod";
import { type Decoder, WrongPart } from "./decoders.ts";

/**
 * For content that has a schema because people type it. A schema costs a hundred times as much as a decoder, so nothing
 * that a lookup opens has one. `added`: the parts that came with a later migration step.
 */
export function bySchema<Shape extends z.core.$ZodShape, Name extends string & keyof Shape>(
  schema: z.ZodObject<Shape>,
  added: Partial<Record<Name, string>> = {},
): Decoder<z.output<z.ZodObject<Shape>>> {
  const steps: Readonly<Record<string, string | undefined>> = added;
  const parts = Object.keys(schema.shape).map((path) => ({ path, step: steps[path] ?? "1.0" }));
  const decode = (stored: unknown) => {
    const { data, error } = schema.safeParse(stored);
    if (error) throw new WrongPart(error.issues[0]?.path.join(".") ?? "");
    return data;
  };
  return Object.assign(decode, { parts });
}
