import { z } from "zod";
import type { ErrorId } from "#core/errors.ts";
import type { AccessPolicy } from "#core/staff/access-policies.ts";

type Method = "get" | "post" | "put" | "patch" | "delete";

/** An object of texts from a path or a query. */
export type Texts = z.ZodObject<Readonly<Record<string, z.ZodType>>>;

/** One call of the interface: what it takes, what it answers, and who may use it. Routes and documents are made from it. */
export type Call<
  Path extends Texts = Texts,
  Query extends Texts = Texts,
  Sent extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> = {
  method: Method;
  /** With the names of its parameters in braces. */
  path: string;
  policy: AccessPolicy;
  /** Accepts only the session of a browser, no token for programs. */
  ofBrowser?: true;
  summary: string;
  description?: string;
  inPath: Path;
  inQuery: Query;
  /** The JSON body; absent where none is read. */
  body?: Sent;
  /** The type of a body that is no JSON. */
  takes?: "multipart/form-data";
  /** The field of its files, and what one may be called; a field of another file that may come besides. */
  file?: { field: string; example: string; besides?: string };
  /** The type of an answer that is no JSON. */
  gives?: "image/webp" | "text/html" | "application/pdf";
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

export type AnswerHeader = "ETag" | "Link" | "Location";

type Definition<Path extends Texts, Query extends Texts, Sent extends z.ZodType, Answer extends z.ZodType> = {
  route: `${Uppercase<Method>} /${string}`;
} & Omit<Call<Path, Query, Sent, Answer>, "method" | "path" | "inPath" | "inQuery" | "status"> &
  Partial<Pick<Call<Path, Query, Sent, Answer>, "inPath" | "inQuery" | "status">>;

const nothing = z.object({});

/** Without `inPath` and `inQuery` it reads nothing there; without `status` it answers 200. */
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
