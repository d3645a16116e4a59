import { databaseAddress } from "./environment-values.ts";

type Values = Readonly<Record<string, string | undefined>>;

/** Settings of which every character counts. Of others, spaces at the ends do not. */
const takenWhole = ["HOST", "DATA_DIR", "ADMIN_PASSWORD", "UPLOAD_KEY", "METRICS_TOKEN"];

/** Values that a site starts with, but which mean something else than they seem to. No sentence quotes a secret. */
export function misleadingValues(given: Values): string[] {
  const of = (name: string) => given[name] ?? "";
  return [
    ...Object.keys(given).flatMap((name) => marksAround(name, of(name))),
    ...notReplaced(of("DATA_DIR")),
    ...moreThanOrigin(of("PUBLIC_URL")),
    ...unknownParameters(of("DATABASE_URL")),
    ...["DATABASE_URL", "BLOB_URL", "BACKUP_URL"].flatMap((name) => cutPath(name, of(name))),
  ];
}

/** Of two programs that read files of settings, one removes quotation marks, and the other keeps them. */
function marksAround(name: string, value: string): string[] {
  const isQuoted = /^\s*(["']).+\1\s*$/s.test(value);
  const isSpaced = takenWhole.includes(name) && value.trim() !== value;
  if (!isQuoted && !isSpaced) return [];
  const marks = isQuoted ? "quotation marks" : "spaces";
  return [`The ${marks} around ${name} count as a part of it. Remove them, unless the site already runs with them.`];
}

const notReplaced = (folder: string): string[] =>
  /^["']?~|\$|^%h|^file:/.test(folder)
    ? ["DATA_DIR is the name of a folder, and nothing in it is replaced: no ~, no variable, no file://. Write it out."]
    : [];

function moreThanOrigin(text: string): string[] {
  const url = URL.parse(text);
  // A path is refused.
  if (url === null || url.pathname !== "/") return [];
  // Requests name one host, and never with a dot at its end.
  if (/[*,]|\.$/.test(url.hostname)) {
    return [
      `No request has the host ${url.hostname} of PUBLIC_URL, so all are refused. Write the one name of the site.`,
    ];
  }
  return url.href === `${url.origin}/`
    ? []
    : [`Only ${url.origin} of PUBLIC_URL has an effect: it takes no user, query or fragment.`];
}

/** What our PostgreSQL driver reads. It ignores anything else, also a misspelt sslmode. */
const parameters = new Set(
  `user password host port options application_name fallback_application_name
   ssl sslmode sslcert sslkey sslrootcert sslnegotiation uselibpqcompat pgbouncer
   client_encoding binary replication query_timeout statement_timeout lock_timeout
   idle_in_transaction_session_timeout`.split(/\s+/),
);

function unknownParameters(text: string): string[] {
  const address = /^postgres(ql)?:/.test(text) ? databaseAddress(text) : null;
  if (address === null) return [];
  const unknown = [...new Set(address.searchParams.keys())].filter((name) => !parameters.has(name));
  // Anything else may be a piece of a password in which ? is not coded.
  const names = unknown.every((name) => /^\w+$/.test(name)) ? unknown : ["what follows ?"];
  const without = [...names, ...(address.hash === "" ? [] : ["what follows #"])];
  return without.length === 0 ? [] : [`In DATABASE_URL these have no effect: ${without.join(", ")}.`];
}

const cutPath = (name: string, text: string): string[] =>
  /^file:.*[?#]/.test(text)
    ? [`What follows ? or # in ${name} has no effect. In the name of a folder, write them as %3F and %23.`]
    : [];
