import { createPrivateKey } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { counted } from "#core/counted.ts";
import { codeOf, isPortalError, StartRefused } from "#core/errors.ts";
import { cellText, type TableRow } from "#core/imports/table.ts";
import { parseOutsideJson } from "#core/outside-json.ts";
import { forEachConcurrently } from "#core/semaphore.ts";
import { hasNoCredentials, isLoopback } from "#core/web-address.ts";
import { readTable } from "#documents/spreadsheets/read-table.ts";
import { registerToken } from "#sealing/register-token.ts";
import { newSigningKey, signingKeyIn, signingWith } from "#sealing/signing-keys.ts";
import { fromCaller } from "#server/from-caller.ts";
import { writeDurably } from "#storage/durable-files.ts";
import { toBase64Url } from "#verify/base64.ts";
import { keyThumbprint } from "#verify/compact-statement.ts";
import { jsonIn } from "#verify/json-web-token.ts";
import {
  type ListedAgency,
  type Listing,
  listingIn,
  maxRegisterBytes,
  readRegister,
  type Register,
} from "#verify/register.ts";
import { isCurrent, issuerAddress } from "#verify/verdict.ts";
import { UsageError } from "./usage-error.ts";

const text = { type: "string" } as const;
const daySeconds = 86_400;

/** Signs a new list from a table. The first run makes the key. */
export async function make(args: string[]): Promise<void> {
  const options = { name: text, key: text, out: text, days: text } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { name, key = "register-key.pem", out = "register.jwt", days = "30" } = values;
  const [table, ...more] = positionals;
  if (table === undefined || more.length > 0) throw new UsageError("Name one table.");
  if (name === undefined || name.trim() === "") throw new UsageError("--name is missing: who keeps the register.");
  if (!/^[1-9]\d{0,2}$/.test(days)) throw new UsageError("--days is a number from 1 to 999.");
  const rows = await rowsOf(table);
  const signer = await signerIn(fromCaller(key));
  const before = await readRegister(
    (await readFile(fromCaller(out), "utf8").catch(() => "")).trim(),
    signer.publicJwk.kid,
  );
  const agencies = await agenciesIn(rows, before?.agencies ?? []);
  const iat = Math.floor(Date.now() / 1000);
  const register = { name, iat, exp: iat + Number(days) * daySeconds, agencies };
  const token = registerToken(register, signer);
  if (token.length > maxRegisterBytes)
    throw new StartRefused("The list is too long: sites read 8 MB. Make two registers.");
  await writeFile(fromCaller(out), token);
  console.log(`${out}: ${summaryOf(register)}
Publish it at an https address. Sites that believe it put this line into their settings, with that address:
${signer.publicJwk.kid} https://… ${name}`);
}

const summaryOf = ({ agencies, exp }: Register) =>
  `${counted(agencies.length, "row")}, to be believed until ${dayOf(exp)}.`;

const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

/** Checks a list, and says what it tells of links of slips, addresses and saved proofs. */
export async function check(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: { key: text }, allowPositionals: true });
  const [place, ...asked] = positionals;
  if (place === undefined) throw new UsageError("Name the file or the address of a register.");
  const token = (/^https?:\/\//.test(place) ? await fetched(place) : await read(place)).trim();
  const key = values.key ?? jsonIn<{ kid: string }>(token.split(".")[0] ?? "")?.kid ?? "";
  const register = await readRegister(token, key);
  if (!register) throw new StartRefused(`${place} is not a register that the key ${key || "in it"} signed.`);
  console.log(`${register.name}, signed on ${dayOf(register.iat)} by ${key}: ${summaryOf(register)}`);
  const now = Date.now();
  if (register.exp * 1000 <= now) throw new StartRefused("It is too old to be believed.");
  if (!isCurrent(register.iat, { now })) console.log("It is older than a day, so it is not shown to be current.");
  for (const one of asked) {
    const found = await listingIn(await read(one).catch(() => one), { name: register.name, key, token, now });
    console.log(`${one}: ${found ? written(found) : "neither the link of a slip nor a proof nor an address"}`);
    if (found?.kind !== "listed") process.exitCode = 1;
  }
}

const written = ({ kind, agency }: Listing) =>
  [kind, agency && [agency.name, agency.licence, agency.origin].join(", ")].filter(Boolean).join(": ");

async function read(file: string): Promise<string> {
  return readFile(fromCaller(file), "utf8").catch((error: unknown) => {
    throw new StartRefused(`${file} cannot be read (${codeOf(error) ?? "not a file"}).`);
  });
}

const maxWaitMs = 10_000;

async function fetched(address: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(maxWaitMs) });
    for await (const part of answer.ok && answer.body ? answer.body : []) {
      bytes += part.length;
      if (bytes > maxRegisterBytes) break;
      parts.push(part);
    }
  } catch {
    bytes = 0;
  }
  if (bytes === 0 || bytes > maxRegisterBytes) throw new StartRefused(`${address} did not answer.`);
  return Buffer.concat(parts).toString();
}

async function signerIn(file: string) {
  const known = await readFile(file).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  });
  if (known) {
    const key = signingKeyIn(createPrivateKey(known).export({ format: "der", type: "pkcs8" }));
    return { ...key, sign: signingWith("statement", key.privateKey) };
  }
  const key = newSigningKey("statement");
  const pem = createPrivateKey({ key: key.privateKey, format: "der", type: "pkcs8" });
  await writeDurably(file, pem.export({ format: "pem", type: "pkcs8" }));
  console.log(`${file} is the new key of this register. Keep it secret, and keep a copy of it.`);
  return { ...key, sign: signingWith("statement", key.privateKey) };
}

async function rowsOf(table: string): Promise<TableRow[]> {
  const bytes = await readFile(fromCaller(table)).catch((error: unknown) => {
    throw new StartRefused(`${table} cannot be read (${codeOf(error) ?? "not a file"}).`);
  });
  try {
    return (await Array.fromAsync(readTable(bytes))).flat();
  } catch (error) {
    if (isPortalError(error) && error.status < 500) throw new StartRefused(error.message);
    throw error;
  }
}

/** Plain HTTP only on this machine. */
function isSite(address: string): boolean {
  const url = URL.parse(address);
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
  return isSafe && hasNoCredentials(address);
}

const day = z.iso.date({ error: "it must be a day such as 2026-11-27" });
const entrySchema = z
  .object({
    name: z.string().min(1, "it is missing").max(120, "it is too long"),
    licence: z.string().max(120, "it is too long"),
    address: z.string().refine(isSite, "it must be an https address"),
    keys: z.string().transform((keys) => keys.split(/[\s,;]+/).filter((key) => key !== "")),
    from: day,
    until: z.union([z.literal("").transform(() => undefined), day]),
    state: z.enum(["listed", "ended"], { error: "it must be listed or ended" }),
  })
  .refine(({ state, until }) => state === "listed" || until !== undefined, {
    path: ["until"],
    error: "an entry that ended needs its last day",
  });

const columns = ["name", "licence", "address", "keys", "from", "until", "state"] as const;

/** Refuses the table if any row is wrong, and names each of them. */
async function agenciesIn(
  [head, ...rows]: readonly TableRow[],
  before: readonly ListedAgency[],
): Promise<ListedAgency[]> {
  const names = (head?.cells ?? []).map((cell) => cellText(cell).toLowerCase());
  const missing = columns.filter((column) => !names.includes(column));
  if (missing.length > 0) throw new StartRefused(`These columns are missing in the first row: ${missing.join(", ")}.`);
  const agencies = new Map<number, ListedAgency>();
  await forEachConcurrently(rows, askedAtOnce, async ({ row, cells }) => {
    const given = Object.fromEntries(columns.map((column) => [column, cellText(cells[names.indexOf(column)])]));
    const entry = entrySchema.safeParse(given);
    const problem = entry.success ? null : entry.error.issues[0];
    const agency = entry.success ? await withKeys(entry.data, before) : `${problem?.path.join()}: ${problem?.message}`;
    if (typeof agency === "string") console.error(`Row ${row}: ${agency}.`);
    else agencies.set(row, agency);
  });
  if (agencies.size < rows.length) throw new StartRefused("Nothing was signed.");
  return rows.flatMap(({ row }) => agencies.get(row) ?? []);
}

const askedAtOnce = 16;

const time = z.number().optional();
const siteAnswer = z.object({
  former_issuers: z.array(z.string()).optional(),
  jwks: z.object({ keys: z.array(z.object({ kid: z.string(), x: z.string(), y: z.string(), iat: time, exp: time })) }),
  log_keys: z.array(z.object({ kid: z.string() })),
});

/** Null if this is not what a site publishes. */
function siteAnswerIn(answer: string): Pick<ListedAgency, "former" | "keys" | "log"> | null {
  try {
    const {
      jwks,
      former_issuers: former,
      log_keys: [log],
    } = siteAnswer.parse(parseOutsideJson(answer));
    return { keys: jwks.keys, ...(former && { former }), ...(log && { log: log.kid }) };
  } catch {
    return null;
  }
}

/** Fetches the keys with these thumbprints from the agency's own site. Returns what is wrong otherwise. */
async function withKeys(
  { address, keys, until, ...entry }: z.output<typeof entrySchema>,
  before: readonly ListedAgency[],
): Promise<ListedAgency | string> {
  const { origin } = new URL(address);
  const shared = { ...entry, origin, ...(until !== undefined && { until }) };
  // The site of an agency that ended may be gone.
  const answer = siteAnswerIn(await fetched(origin + issuerAddress).catch(() => ""));
  // One site that is away must not keep the whole list from being renewed.
  const isGone = answer === null && entry.state === "ended" && keys.length === 0;
  const known = answer ?? before.find((one) => one.origin === origin && keys.every((kid) => hasKey(one.keys, kid)));
  if (isGone || (!known && entry.state === "ended")) return { ...shared, keys: [] };
  if (!known) return `${origin} did not answer`;
  if (!answer) console.error(`${origin} did not answer: its keys are those of the last list.`);
  const found = keys.map((kid) => known.keys.find((key) => key.kid === kid));
  const isRight = await Promise.all(found.map(async (key) => key && toBase64Url(await keyThumbprint(key)) === key.kid));
  if (keys.length === 0 || isRight.includes(false) || found.includes(undefined))
    return `keys: ask the agency which are its own; its site shows ${known.keys.map(({ kid }) => kid).join(" ")}`;
  const { former, log } = known;
  const listed = found.filter((key) => key !== undefined);
  return { ...shared, keys: listed, ...(former && { former }), ...(log !== undefined && { log }) };
}

const hasKey = (keys: ListedAgency["keys"], kid: string) => keys.some((key) => key.kid === kid);
