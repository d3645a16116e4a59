import { z } from "zod";
import type { ErrorId } from "#core/errors.ts";
import type { AccessPolicy } from "#core/staff/access-policies.ts";

type Method = "get" | "post" | "put" | "patch" | "delete";

/** An object of texts from a path or a query. */
type Texts = z.ZodObject<Readonly<Record<string, z.ZodType>>>;

/** One call of the interface: what it takes, what it answers, and who may use it. Routes and documents are made from it. */
export type Call<
  Path extends Texts = Texts,
  Query extends Texts = Texts,
  Sent extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> = {
  /** The name of the call in the document and in clients that are made from it. */
  id: string;
  method: Method;
  /** With the names of its parameters in braces. */
  path: string;
  policy: AccessPolicy;
  /** Accepts only the session of a browser, no token for programs. */
  ofBrowser?: true;
  tag: Tag;
  summary: string;
  description?: string;
  inPath: Path;
  inQuery: Query;
  /** The JSON body; absent where none is read. */
  body?: Sent;
  /** The type of a body that is no JSON. */
  takes?: "multipart/form-data";
  /** The type of an answer that is no JSON. */
  gives?: "image/webp" | "text/html";
  /** Reads `If-Match`, and refuses when the record is no longer as it was. */
  isConditional?: true;
  /** Reads `Idempotency-Key`. */
  isRepeatable?: true;
  status: 200 | 201;
  answer: Answer;
  answerHeaders?: readonly AnswerHeader[];
  /** Errors besides those of every call and those that follow from its policy and body. */
  errors?: readonly ErrorId[];
};

type Tag = "Lookups" | "Records" | "Settings" | "Images" | "Accounts" | "Operation";

export type AnswerHeader = "ETag" | "Link" | "Location";

export const defineCall = <Path extends Texts, Query extends Texts, Sent extends z.ZodType, Answer extends z.ZodType>(
  call: Call<Path, Query, Sent, Answer>,
): Call<Path, Query, Sent, Answer> => call;

/** The path of a call as the router writes it. */
export const routeOf = ({ path }: { path: string }): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

/** Every schema that has a name in the OpenAPI document. */
export const namedSchemas = z.registry<{ id: string }>();

export function named<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  namedSchemas.add(schema, { id });
  return schema;
}
