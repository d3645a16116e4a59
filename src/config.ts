import { readFileSync } from "node:fs";
import type { BlockList } from "node:net";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { z } from "zod";
import { codeOf, StartRefused } from "#core/errors.ts";
import { isMailAddress } from "#core/mail.ts";
import { meaningOf, reasonOf } from "#core/reason-of.ts";
import { isDatabaseUrl, isMailServer, isTimeZone } from "#core/settings/environment-values.ts";
import { misleadingValues } from "#core/settings/misleading-values.ts";
import { asSentence, misspeltAmong } from "#core/settings/misspelt-settings.ts";
import { canonicalEmail } from "#core/accounts/email.ts";
import { isAddressRange, isOfStrangers, listOfRanges } from "#limits/address-ranges.ts";
import { minSecretLength } from "#sealing/keyring.ts";
import { isBlobUrl } from "#storage/blobs/open-blobs.ts";

const optional = z.string().default("");
const secretNote = { secret: true };

const port = z.coerce.number("a number").int("a whole number").min(0, "0 or more").max(65_535, "65535 or less");
const milliseconds = z.coerce
  .number("a number")
  .int("a whole number")
  .min(0, "0 or more")
  .max(600_000, "600000 or less");
const origin = z
  .string()
  .refine(
    (text) => ["http:", "https:"].includes(URL.parse(text)?.protocol ?? "") && URL.parse(text)?.pathname === "/",
    "an address such as https://check.example.com, without a path",
  );
/** Empty if it is not set. */
const optionalIf = (isUsable: (text: string) => boolean, wanted: string) =>
  z.string().refine(isUsable, wanted).default("");

const secrets = optionalIf(
  (text) => text.split(",").every((secret) => secret.trim().length >= minSecretLength),
  `text of at least ${minSecretLength} characters (several, newest first, are separated by commas)`,
);
const addressRanges = optionalIf(
  (text) => splitList(text).every(isAddressRange),
  "IP addresses or ranges such as 10.0.0.0/8, separated by commas",
);
const headerName = optionalIf((text) => /^[\w-]{1,60}$/.test(text), "the name of a header, such as CF-IPCountry");
const keyText = optionalIf((text) => text.length >= 16, "text of at least 16 characters");
const smtpUrl = optionalIf(isMailServer, "smtp://user:password@host:587 or smtps://…, or empty");
const mailAddress = optionalIf(isMailAddress, "one address such as no-reply@example.com, without a name");
const accountAddress = optionalIf((text) => canonicalEmail(text) !== null, "an address such as clerk@example.com");
const databaseUrl = optionalIf(
  isDatabaseUrl,
  "postgres://user:password@host:5432/name of one server (a / in the password is written as %2F; with ?pgbouncer=true through PgBouncer), file:///…, or empty for SQLite in DATA_DIR",
);
const blobPlace = "file:///…, s3://KEY:SECRET@host/bucket?region=… (a bucket’s name has at least three characters)";
const blobUrl = optionalIf(isBlobUrl, `${blobPlace}, or empty for DATA_DIR/blobs`);

const backupUrl = optionalIf(isBlobUrl, `${blobPlace}, or empty`);

const settings = {
  PORT: port.default(3000).describe("Port to listen on."),
  HOST: z.string().min(1, "a name or address").default("127.0.0.1").describe("Address to listen on."),
  PROCESSES: z
    .string()
    .regex(/^(auto|[1-9]|[1-5]\d|6[0-4])$/, "a whole number from 1 to 64, or auto")
    .default("1")
    .describe("Processes that serve the site; auto: one for each processor."),
  PUBLIC_URL: origin.optional().describe("Address of the site for visitors. Default: http://localhost:PORT."),
  DATA_DIR: z.string().min(1, "a folder").default("./data").describe("Folder for all data."),
  DATABASE_URL: databaseUrl
    .describe(
      "postgres://…, with ?pgbouncer=true through PgBouncer, or file:///… for SQLite; empty: SQLite in DATA_DIR.",
    )
    .meta(secretNote),
  BLOB_URL: blobUrl
    .describe("Where documents are stored: file:///… or s3://…; empty: DATA_DIR/blobs.")
    .meta(secretNote),
  BACKUP_URL: backupUrl
    .describe("Where scheduled backups are stored: file:///… or s3://…; empty: no scheduled backups.")
    .meta(secretNote),
  SECRET: secrets
    .describe(
      "The secret that protects all data, or several, newest first; empty: DATA_DIR/secret, created at the first start.",
    )
    .meta(secretNote),
  ADMIN_EMAIL: accountAddress.describe("With ADMIN_PASSWORD: creates the first admin if there is none."),
  ADMIN_PASSWORD: optional.describe("Password of the first admin.").meta(secretNote),
  SMTP_URL: smtpUrl
    .describe("smtp://… or smtps://…; empty: the mail server of the site's settings, or files in DATA_DIR/outbox.")
    .meta(secretNote),
  MAIL_FROM: mailAddress.describe("Sender of mails. Default: no-reply@ and the host of PUBLIC_URL."),
  PRIVATE_TARGETS: z
    .enum(["", "allow"], "empty or allow")
    .default("")
    .describe(
      "allow: admins’ webhooks, witnesses of the log, sign-in providers, the mail server of the settings and backups that a page restores may be on this machine or in its private network.",
    ),
  TRUSTED_PROXIES: addressRanges.describe("Proxies whose X-Forwarded-For is trusted."),
  COUNTRY_HEADER: headerName.describe(
    "Header in which the trusted proxies send a visitor’s country, such as CF-IPCountry; empty: none.",
  ),
  REGISTRY: z
    .string()
    .regex(/^\w{1,40}$/, "up to 40 letters, digits and underscores")
    .default("My_Aust")
    .describe(
      "Registry that this portal publishes. If only another one has records, each start needs --new-registry until this one has, also in the systemd unit.",
    ),
  WORDING: z.enum(["", "spec"], "empty or spec").default("").describe("spec: the specification's own wording."),
  OFFLINE_PAGE: z
    .enum(["", "off"], "empty or off")
    .default("")
    .describe("off: visitors' devices store nothing of the site, and delete what they stored."),
  UPLOAD_KEY: keyText.describe("Key with which other programs may upload documents.").meta(secretNote),
  SLOW_QUERY_MS: milliseconds
    .default(500)
    .describe("Database queries that take longer than this many milliseconds are logged; 0: none."),
  METRICS_TOKEN: keyText
    .describe("Token with which Prometheus may read /metrics; empty: /metrics does not exist.")
    .meta(secretNote),
} as const;

const schema = z.object(settings);
type Environment = z.output<typeof schema>;

export type Config = Omit<Environment, "PUBLIC_URL"> & { PUBLIC_URL: string };

type GivenVariables = Readonly<Record<string, string | undefined>>;

/** Returns the validated settings. The first wrong one stops the start with a sentence that names it. */
export function readConfig(environment: GivenVariables = process.env): Config {
  const given = withoutEmpty(environment);
  const parsed = schema.safeParse(withSecretFiles(given));
  if (!parsed.success) throw new StartRefused(whatIsWrong(parsed.error));
  const config = parsed.data;
  if (config.COUNTRY_HEADER !== "" && config.TRUSTED_PROXIES === "") {
    throw new StartRefused("COUNTRY_HEADER needs TRUSTED_PROXIES, because nobody else is trusted to send that header.");
  }
  const publicUrl = new URL(config.PUBLIC_URL ?? `http://localhost:${config.PORT}`);
  return {
    ...config,
    DATA_DIR: resolve(config.DATA_DIR),
    PUBLIC_URL: publicUrl.origin,
    MAIL_FROM: config.MAIL_FROM || `no-reply@${nameOf(publicUrl)}`,
  };
}

export const processesOf = ({ PROCESSES }: Config): number =>
  PROCESSES === "auto" ? Math.min(availableParallelism(), 64) : Number(PROCESSES);

/** The folder in which the user ran a command, if npm or deploy/attestry provides it; otherwise "". */
export const callersFolder = (environment: GivenVariables = process.env): string => environment["INIT_CWD"] ?? "";

/** The host for a mail address. Mail needs a name after the @, but the site may only have an IP address. */
const nameOf = ({ hostname }: URL) => (/^\[|^[\d.]+$/.test(hostname) ? "localhost" : hostname);

function whatIsWrong(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join(".")} is not valid: it must be ${issue?.message}.`;
}

// `PORT= npm start` means "the default", as people expect from a shell.
const withoutEmpty = (environment: GivenVariables) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim() !== ""));

const secretNames = Object.entries(settings).flatMap(([name, setting]) =>
  setting.meta()?.["secret"] === true ? [name] : [],
);
const fileNameOf = (name: string) => `${name}_FILE`;

/** Each name that is read from the environment. */
export const settingNames: readonly string[] = [
  ...Object.keys(settings),
  ...secretNames.map(fileNameOf),
  "TZ",
  "NODE_EXTRA_CA_CERTS",
];

/**
 * SECRET_FILE names a file with the SECRET, and so on. Users who can inspect a process or a container see its
 * environment.
 */
function withSecretFiles(given: GivenVariables): GivenVariables {
  const all = { ...given };
  for (const name of secretNames) {
    const file = given[fileNameOf(name)];
    if (file === undefined) continue;
    if (given[name] !== undefined) throw new StartRefused(`Give ${name} or ${fileNameOf(name)}, not both.`);
    all[name] = readGivenFile(fileNameOf(name), file);
  }
  return all;
}

function readGivenFile(setting: string, file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (cause) {
    throw new StartRefused(
      `${setting} is not valid: ${file} cannot be read (${meaningOf(cause) ?? codeOf(cause)}). It must be a file that this user may read.`,
      { cause },
    );
  }
}

/** What is given, but has no effect or perhaps another one. Version 1.0.0 started with it, so it stops no start. */
export function settingWarnings(environment: GivenVariables = process.env): string[] {
  const misspelt = misspeltAmong(Object.keys(environment), settingNames).map(asSentence);
  const given = withoutEmpty(environment);
  const { TZ = "UTC", NODE_EXTRA_CA_CERTS: authorities, TRUSTED_PROXIES = "" } = given;
  return [
    ...misspelt,
    ...Object.keys(given).flatMap(unreadFile),
    ...misleadingValues(pick(withReadableFiles(given))),
    ...(isTimeZone(TZ) ? [] : [unknownTimeZone]),
    ...unreadAuthorities(authorities),
    ...strangersAmong({ TRUSTED_PROXIES }),
  ];
}

const pick = (given: GivenVariables) =>
  Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(settings, name)));

/** A file that cannot be read stops the start, which says so. */
function withReadableFiles(given: GivenVariables): GivenVariables {
  try {
    return withSecretFiles(given);
  } catch {
    return given;
  }
}

function unreadFile(name: string): string[] {
  const setting = name.replace(/_FILE$/, "");
  return setting !== name && Object.hasOwn(settings, setting) && !secretNames.includes(setting)
    ? [`${name} is no setting and has no effect: only secrets can be in files. Set ${setting} itself.`]
    : [];
}

/** Node reads this file itself, and goes on without it. */
function unreadAuthorities(file: string | undefined): string[] {
  try {
    return file === undefined || /-----BEGIN [A-Z\d ]*CERTIFICATE-----/.test(readFileSync(file, "latin1"))
      ? []
      : [`The file of NODE_EXTRA_CA_CERTS has no certificate (PEM), so none is trusted: ${file}.`];
  } catch (error) {
    return [`The file of NODE_EXTRA_CA_CERTS cannot be read, so its certificates are not trusted: ${reasonOf(error)}.`];
  }
}

const unknownTimeZone =
  "TZ is no name of a time zone that Node knows, so days may begin at another hour. Write it with the same capitals as in Asia/Dhaka.";

export type ConfigLine = { name: string; value: string; source: "environment" | "file" | "default"; about: string };

/** Each setting with its value and its source. Secrets are only shown as "set" or "not set". */
export function describeConfig(environment: GivenVariables = process.env): ConfigLine[] {
  const config: Readonly<Record<string, unknown>> = readConfig(environment);
  const given = withoutEmpty(environment);
  return Object.entries(settings).map(([name, setting]) => {
    const isSecret = secretNames.includes(name);
    const isInFile = isSecret && fileNameOf(name) in given;
    const isGiven = isInFile || name in given;
    return {
      name,
      value: isSecret ? (isGiven ? "(set, not shown)" : "(not set)") : String(config[name]),
      source: isInFile ? "file" : isGiven ? "environment" : "default",
      about: setting.description ?? "",
    };
  });
}

export const splitList = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** The trusted proxies as a list that can check an address. */
export const trustedProxies = ({ TRUSTED_PROXIES }: Config): BlockList => listOfRanges(splitList(TRUSTED_PROXIES));

/** Says which trusted ranges everybody is in. */
export function strangersAmong({ TRUSTED_PROXIES }: Pick<Config, "TRUSTED_PROXIES">): string[] {
  const ranges = splitList(TRUSTED_PROXIES).filter((range) => isAddressRange(range) && isOfStrangers(range));
  return ranges.length === 0
    ? []
    : [
        `TRUSTED_PROXIES has ${ranges.join(" and ")}, in which strangers are: they can pretend to have any address. List only your proxies.`,
      ];
}
