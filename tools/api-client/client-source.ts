import type { OpenApiDocument } from "../../src/api/openapi/openapi-document.ts";
import type { Operation } from "../../src/api/openapi/operation.ts";
import { comment, propertyName, typeOf } from "./typescript-type.ts";

const frame = `
export type Answer<Data> = { status: number; headers: Headers; data: Data };

/** The call was answered with a failure. */
export class CallFailed extends Error {
  override readonly name = "CallFailed";
  readonly status: number;
  readonly headers: Headers;
  readonly failure: ProofNeeded | undefined;

  constructor(status: number, headers: Headers, failure: ProofNeeded | undefined) {
    super(failure?.error.message ?? \`The portal answered \${status}.\`);
    this.status = status;
    this.headers = headers;
    this.failure = failure;
  }
}

export type ClientOptions = {
  /** Where the portal is, as in https://check.example.com. */
  portal: string;
  /** A token of POST /jwt. */
  token?: string;
  fetch?: typeof fetch;
};

type Texts = { [name: string]: string | number | undefined };
type Asked = { path?: Texts; query?: Texts; headers?: Texts; body?: object };
type Read = (answer: Response) => Promise<unknown>;

const present = (texts: Texts = {}) =>
  Object.entries(texts).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]]));

export function attestryClient({ portal, token, fetch = globalThis.fetch }: ClientOptions) {
  const ask = async <Data>(method: string, path: string, asked: Asked, read: Read): Promise<Answer<Data>> => {
    const filled = path.replaceAll(/\\{(\\w+)\\}/g, (_, name: string) => encodeURIComponent(String(asked.path?.[name])));
    const url = new URL(filled, portal);
    for (const [name, value] of present(asked.query)) url.searchParams.set(name, value);
    const headers = new Headers(present(asked.headers));
    if (token !== undefined) headers.set("Authorization", \`Bearer \${token}\`);
    const form = asked.body instanceof FormData ? asked.body : undefined;
    if (asked.body && !form) headers.set("Content-Type", "application/json");
    const body = form ?? (asked.body && JSON.stringify(asked.body));
    const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
    if (!answer.ok) throw new CallFailed(answer.status, answer.headers, await readFailure(answer));
    return { status: answer.status, headers: answer.headers, data: (await read(answer)) as Data };
  };
  return {
CALLS
  };
}

const asJson: Read = (answer) => answer.json();
const asText: Read = (answer) => answer.text();
const asBlob: Read = (answer) => answer.blob();

async function readFailure(answer: Response): Promise<ProofNeeded | undefined> {
  try {
    return (await answer.json()) as ProofNeeded;
  } catch {
    return undefined;
  }
}
`;

/** A typed client for the calls of a document, as one file that needs nothing else. */
export function clientSource({ paths, components }: OpenApiDocument): string {
  const types = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(schema)}export type ${name} = ${typeOf(schema)};`,
  );
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => callSource(path, method.toUpperCase(), operation)),
  );
  return `// Made from the OpenAPI document by tools/make-api-client.ts.\n\n${types.join("\n\n")}\n${frame.replace("CALLS", () => calls.join("\n"))}`;
}

function callSource(path: string, method: string, operation: Operation): string {
  const asked = askedType(operation);
  const [type = "", { schema } = { schema: {} }] = Object.entries(successOf(operation).content ?? {})[0] ?? [];
  const [data, read] = readers[type] ?? [typeOf(schema), "asJson"];
  const isOptional = !asked.some(({ isRequired }) => isRequired);
  const call = `ask<${data}>("${method}", "${path}", ${asked.length > 0 ? "asked" : "{}"}, ${read})`;
  if (asked.length === 0) return `/** ${operation.summary}. */\n${operation.operationId}: () => ${call},`;
  const shape = `{ ${asked.map(({ name, isRequired, type: of }) => `${name}${isRequired ? "" : "?"}: ${of};`).join(" ")} }`;
  return `/** ${operation.summary}. */
${operation.operationId}: (asked: ${shape}${isOptional ? " = {}" : ""}) => ${call},`;
}

const readers: Readonly<Record<string, readonly [string, string]>> = {
  "text/html": ["string", "asText"],
  "image/webp": ["Blob", "asBlob"],
};

const successOf = ({ responses }: Operation) => responses["200"] ?? responses["201"] ?? { description: "" };

function askedType({ parameters, requestBody }: Operation) {
  const places = (["path", "query", "header"] as const).flatMap((place) => {
    const fields = parameters.filter((parameter) => parameter.in === place);
    if (fields.length === 0) return [];
    const types = fields.map(
      ({ name, required, schema }) => `${propertyName(name)}${required ? "" : "?"}: ${typeOf(schema)};`,
    );
    return [
      {
        name: place === "header" ? "headers" : place,
        isRequired: fields.some(({ required }) => required),
        type: `{ ${types.join(" ")} }`,
      },
    ];
  });
  if (!requestBody) return places;
  const json = requestBody.content["application/json"];
  return [...places, { name: "body", isRequired: true, type: json ? typeOf(json.schema) : "FormData" }];
}
