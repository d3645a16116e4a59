import { z } from "zod";
import type { ErrorId } from "#core/errors.ts";
import type { AccessPolicy } from "#core/accounts/access-policies.ts";
import type { Feature } from "#core/settings/features.ts";

type Method = "get" | "post" | "put" | "patch" | "delete";

/** Path or query parameters: an object of strings. */
export type Texts = z.ZodObject<Readonly<Record<string, z.ZodType>>>;

/** One call of the API: its input, its answer, and who may use it. Routes and documents are made from it. */
export type Call<
  Path extends Texts = Texts,
  Query extends Texts = Texts,
  Sent extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> = {
  method: Method;
  /** The names of parameters are in braces. */
  path: string;
  policy: AccessPolicy;
  /** Without this feature the call is not found. */
  feature?: Feature;
  /** Allowed to keys that only look records up. */
  isLookUp?: true;
  /** Accepts only the session of a browser, no token or key of a program. */
  ofBrowser?: true;
  summary: string;
  description?: string;
  inPath: Path;
  inQuery: Query;
  /** The JSON body; absent if no body is read. */
  body?: Sent;
  /** The content type of a body that is not JSON. */
  takes?: "multipart/form-data";
  /**
   * The field of the files, and an example of a file name. `besides` is the field of an optional second file, `text` that
   * of a required text.
   */
  file?: { field: string; example: string; besides?: string; text?: string };
  /** The content type of an answer that is not JSON. */
  gives?: "image/webp" | "text/html" | "application/pdf";
  /** The content type of a text that can be asked for instead. */
  alsoGives?: "application/dc+sd-jwt";
  /** Reads `If-Match`, and refuses if the record has changed since then. */
  isConditional?: true;
  /** Reads `Idempotency-Key`. */
  isRepeatable?: true;
  status: 200 | 201;
  answer: Answer;
  answerHeaders?: readonly AnswerHeader[];
  /** Errors in addition to those of every call and those that follow from the policy and the body. */
  errors?: readonly ErrorId[];
};

export type AnswerHeader = "ETag" | "Link" | "Location" | "Damaged-Records";

type Definition<Path extends Texts, Query extends Texts, Sent extends z.ZodType, Answer extends z.ZodType> = {
  route: `${Uppercase<Method>} /${string}`;
} & Omit<Call<Path, Query, Sent, Answer>, "method" | "path" | "inPath" | "inQuery" | "status"> &
  Partial<Pick<Call<Path, Query, Sent, Answer>, "inPath" | "inQuery" | "status">>;

const nothing = z.object({});

/** Without `inPath` and `inQuery` the call has no such parameters; without `status` it answers 200. */
export function defineCall<
  Answer extends z.ZodType,
  Sent extends z.ZodType,
  Path extends Texts = typeof nothing,
  Query extends Texts = typeof nothing,
>({ route, ...call }: Definition<Path, Query, Sent, Answer>): Call<Path, Query, Sent, Answer> {
  const [method, path] = route.split(" ");
  const defaults = { inPath: nothing, inQuery: nothing, status: 200 };
  return { ...defaults, ...call, method: method?.toLowerCase(), path } as Call<Path, Query, Sent, Answer>;
}

export const routeOf = ({ path }: { path: string }): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

export const sentObject = <Shape extends z.core.$ZodShape>(shape: Shape) => z.object(shape, { error: "not-an-object" });

export const namedSchemas = z.registry<{ id: string }>();

export function named<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  namedSchemas.add(schema, { id });
  return schema;
}
