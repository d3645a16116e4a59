import { html, raw } from "hono/html";
import type { JsonSchema } from "../openapi/json-schema.ts";
import type { OpenApiDocument } from "../openapi/openapi-document.ts";
import type { Operation, WhoMay } from "../openapi/operation.ts";

export type Theme = "dark" | "light";

type Markup = ReturnType<typeof html>;

/**
 * Applies the theme of the other pages, and stores the theme that was chosen here. The page's Content-Security-Policy
 * contains the hash of this script.
 */
export const themeScript = `try{const asked=new URLSearchParams(location.search).get("theme");if(asked==="dark"||asked==="light")localStorage.setItem("theme",asked);const theme=localStorage.getItem("theme")??(matchMedia("(prefers-color-scheme:light)").matches?"light":"dark");document.documentElement.dataset.theme=theme}catch{}`;

type OperatorLicence = { name: string; licence: string; licenceRegister: string };

const who: Record<WhoMay, string> = {
  anyone: "anyone",
  "signed-in": "whoever is signed in",
  students: "students",
  organisations: "organisations",
  "key-owners": "admins and organisations",
  moderators: "moderators",
  clerks: "admins and moderators",
  uploaders: "admins, moderators, programs with the upload key",
  monitors: "programs with the METRICS_TOKEN",
  admins: "admins",
};

/** The OpenAPI document as a page that is readable without scripts: it only needs a style sheet. */
export function referencePage(document: OpenApiDocument, theme: Theme, operator: OperatorLicence): Markup {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags))];
  const ofTag = (tag: string) => operations.filter(({ operation }) => operation.tags.includes(tag));
  return html`<!doctype html>
    <html lang="en" data-theme="${theme}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${raw(`<script>${themeScript}</script>`)}
        <title>${document.info.title}: the interface for programs</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/api/docs/tokens.css" />
        <link rel="stylesheet" href="/api/docs/reference.css" />
      </head>
      <body>
        <header>
          <h1>The interface for programs</h1>
          <p>${withCode(document.info.description)}</p>
          <p>
            <a href="/api/openapi.json">OpenAPI 3.1</a> &middot; <a href="?theme=light">Light</a> &middot;
            <a href="?theme=dark">Dark</a> &middot; <a href="/">The site</a>
          </p>
        </header>
        <nav aria-label="Calls">${tags.map((tag) => contents(tag, ofTag(tag)))}</nav>
        <main>
          ${chapters.map(
            ({ title, text }) =>
              html`<section>
                <h2>${title}</h2>
                ${text.map((line) => html`<p>${withCode(line)}</p>`)}
              </section>`,
          )}
          ${tags.map(
            (tag) =>
              html`<h2 id="${tag}">${tag}</h2>
                ${ofTag(tag).map((listed) => callSection(document, listed))}`,
          )}
        </main>
        <footer>${siteOperator(operator)}</footer>
      </body>
    </html> `;
}

/** The same as in the footer of every page of the site. */
const siteOperator = ({ name, licence, licenceRegister }: OperatorLicence): Markup =>
  html`<p>${name} is not a government.</p>
    ${licence !== "" && html`<p>Licence ${licence}</p>`}
    ${
      licenceRegister !== "" &&
      html`<p><a href="${licenceRegister}" rel="external noopener">Look this licence up in the public register</a></p>`
    }`;

type ListedOperation = { path: string; method: string; operation: Operation };

const contents = (tag: string, listed: readonly ListedOperation[]): Markup =>
  html`<section>
    <h2><a href="#${tag}">${tag}</a></h2>
    <ul>
      ${listed.map(
        ({ path, method, operation }) =>
          html`<li>
            <a href="#${operation.operationId}"><code>${method.toUpperCase()} ${path}</code></a>
          </li>`,
      )}
    </ul>
  </section>`;

function callSection(document: OpenApiDocument, { path, method, operation }: ListedOperation): Markup {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const sent = requestBody?.content["application/json"]?.schema;
  return html`<section class="call" id="${operationId}">
    <h3><code>${method.toUpperCase()} ${path}</code></h3>
    <p class="summary">${summary}. <span class="who">For ${who[operation["x-who"]]}.</span></p>
    ${description !== undefined && html`<p>${withCode(description)}</p>`}
    ${operation["x-codeSamples"].map(({ source }) => html`<pre tabindex="0"><code>${source}</code></pre>`)}
    ${
      parameters.length > 0 &&
      table(
        "What it takes",
        parameters.map((parameter) => [parameter.name, parameter.in, parameter.description]),
      )
    }
    ${sent && table("What is sent", fieldsOf(document, sent))}
    ${table(
      "What it answers",
      Object.entries(responses).map(([status, answer]) => [status, contentOf(answer.content), answer.description]),
    )}
  </section>`;
}

const withCode = (text: string): Markup[] =>
  text.split("`").map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

const table = (caption: string, rows: readonly (readonly string[])[]): Markup =>
  html`<table>
    <caption>
      ${caption}
    </caption>
    <tbody>
      ${rows.map(
        ([name = "", kind = "", text = ""]) =>
          html`<tr>
            <th scope="row"><code>${name}</code></th>
            <td>${kind}</td>
            <td>${withCode(text)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;

function fieldsOf(document: OpenApiDocument, schema: JsonSchema): string[][] {
  const { properties, required } = document.components.schemas[nameOf(schema)] ?? {};
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  return Object.entries(isObject(properties) ? properties : {}).map(([name, field]) => {
    const description = isObject(field) && typeof field["description"] === "string" ? field["description"] : "";
    return [name, isRequired(name) ? "required" : "optional", description];
  });
}

const nameOf = ({ $ref }: JsonSchema) => (typeof $ref === "string" ? ($ref.split("/").at(-1) ?? "") : "");

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function contentOf(content: Operation["responses"][string]["content"]): string {
  const [type, { schema } = { schema: {} }] = Object.entries(content ?? {})[0] ?? ["", undefined];
  return nameOf(schema) || type;
}

const chapters: readonly { title: string; text: readonly string[] }[] = [
  {
    title: "Who asks",
    text: [
      "Look-ups need nobody to sign in. Everything else needs a key, which admins make under “Settings”, “API keys”, or a token: sign in and take one with `POST /jwt`, it lasts 15 minutes. Either is sent as `Authorization: Bearer …`.",
      "401 means: sign in. 403 means: this account may not.",
    ],
  },
  {
    title: "When something is wrong",
    text: [
      'Every failure is `{"error": {"id", "message", "fields"?}}`. `id` is for programs and stays; `message` is for people and may change; `fields` says what is wrong with which field.',
      "An address or a header that cannot be read at all is answered 400, one that is too long 431, without a body.",
    ],
  },
  {
    title: "Nothing twice, nothing lost",
    text: [
      "`POST /cofees` with an `Idempotency-Key` of your own adds one record, however often it is sent within 24 hours: the same answer comes again. The same key with another body is 422; while the first is being worked on, 409.",
      "A record comes with an `ETag`. Send it back as `If-Match` with a change: if somebody was quicker, nothing is changed and the answer is 412.",
    ],
  },
  {
    title: "When a look-up costs something",
    text: [
      "Who looks up many numbers in vain is answered 429. With a `challenge` in it: solve it and ask again with the header `Proof-Of-Work`, or wait for `wait.seconds` and ask again with `wait.ticket` in the header `Wait-Ticket`. Without one: come back after `Retry-After` seconds.",
    ],
  },
];
