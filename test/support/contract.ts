import { z } from "zod";
import type { OpenApiDocument } from "../../src/api/openapi/openapi-document.ts";

/** Checks answers against the document as any outsider could: only with its JSON schemas. */
export function contractOf(document: OpenApiDocument) {
  const $defs = Object.fromEntries(
    Object.entries(document.components.schemas).map(([id, schema]) => [id, local(schema)]),
  );
  const checks = new Map<object, z.ZodType>();
  const checkOf = (schema: object) => {
    const check = checks.get(schema) ?? z.fromJSONSchema({ ...local(schema), $defs } as z.core.JSONSchema.JSONSchema);
    checks.set(schema, check);
    return check;
  };
  return {
    /** Describes what is wrong with an answer. "" if the answer is as documented. */
    complaint(method: string, path: string, status: number, body: unknown): string {
      const answer = document.paths[path]?.[method.toLowerCase()]?.responses[status];
      if (!answer) return `${method} ${path} does not say that it answers ${status}`;
      const schema = answer.content?.["application/json"]?.schema;
      if (!schema) return "";
      const result = checkOf(schema).safeParse(body);
      return result.success ? "" : `${method} ${path} ${status}: ${z.prettifyError(result.error)}`;
    },
  };
}

const local = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll("#/components/schemas/", "#/$defs/")) as object;
