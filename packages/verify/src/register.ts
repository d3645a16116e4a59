import { toBase64Url } from "./base64.ts";
import { keyThumbprint, signerOf } from "./compact-statement.ts";
import { dayOf, isDay } from "./days.ts";
import { areTexts, isTime, jsonIn, type PublicKey, verifiedToken, wasInUse } from "./json-web-token.ts";
import { answerFor, signedReceipt } from "./lookup-receipt.ts";
import { originOf } from "./origin-of.ts";
import { type Presented, presentedIn } from "./presented.ts";
import type { PublishedKey } from "./public-keys.ts";
import { readSavedStatement } from "./saved-statement.ts";
import { isCurrent } from "./verdict.ts";

/** Where a site publishes the registers that it believes, as it read them last. */
export const registersAddress = "/registers.json";

export const registerType = "attestry-register+jwt";

/** Sites read no longer list: some 15,000 agencies. */
export const maxRegisterBytes = 8_000_000;

/** An entry of a register. `from` and `until` are days, `until` is the last one. */
export type ListedAgency = {
  name: string;
  licence: string;
  origin: string;
  /** The addresses that its site had before, and which its statements and receipts still name. */
  former?: readonly string[];
  /** The keys with which it signs statements, and from when to when. Lists of 1.0 do not name these times. */
  keys: readonly { x: string; y: string; kid: string; iat?: number | undefined; exp?: number | undefined }[];
  /** The `kid` of the key of its public log. */
  log?: string;
  from: string;
  until?: string;
  state: "listed" | "ended";
};

/** The content of a register. Times are seconds since 1970. Nobody may rely on it from `exp` on. */
export type Register = { name: string; iat: number; exp: number; agencies: readonly ListedAgency[] };

/** A register that a reader believes: who keeps it, the thumbprint of its key, and what was fetched last. */
export type BelievedRegister = { name: string; key: string; token: string; now: number };

/**
 * `another-key`: the address is of this agency, but its keys did not sign. `another-address`: this agency signed, but the
 * code leads elsewhere. `stale`: the register is past its `exp`. `altered`: the key that is believed did not sign it.
 */
export type ListingKind = "listed" | "ended" | "another-key" | "another-address" | "not-listed" | "stale" | "altered";

export type Listing = {
  kind: ListingKind;
  /** As the reader calls it. */
  register: string;
  /** The day of the list, and the agency that it names. */
  signed?: string;
  /** Whether the list was signed within the last day. An agency may have ended since an older one. */
  isCurrent?: boolean;
  agency?: ListedAgency;
};

/**
 * Returns the content of a register. Null if the believed key did not sign it. Without the entries that are not as
 * described above: other programs make registers, too.
 */
export async function readRegister(token: string, key: string): Promise<Register | null> {
  const jwk = jsonIn<{ jwk: PublicKey }>(token.split(".")[0] ?? "")?.jwk;
  if (!jwk || toBase64Url(await keyThumbprint(jwk)) !== key) return null;
  const signer = asPublished({ x: jwk.x ?? "", y: jwk.y ?? "", kid: key });
  const { payload } = (await verifiedToken<Register>(token, registerType, [signer])) ?? {};
  const { name, iat, exp, agencies } = payload ?? {};
  if (typeof name !== "string" || !isTime(iat) || !isTime(exp) || !Array.isArray(agencies)) return null;
  return { name, iat, exp, agencies: agencies.filter(isAgency) };
}

function isAgency(entry: Partial<ListedAgency> | null): entry is ListedAgency {
  const { name, licence, origin, former = [], keys, log = "", from, until, state } = entry ?? {};
  return (
    areTexts([name, licence, origin, log]) &&
    areTexts(former) &&
    isDay(from) &&
    (until === undefined || isDay(until)) &&
    (state === "listed" || (state === "ended" && until !== undefined)) &&
    Array.isArray(keys) &&
    keys.every(isListedKey)
  );
}

const isListedKey = (key: Partial<ListedAgency["keys"][number]> | null) =>
  areTexts([key?.x, key?.y, key?.kid]) && [key?.iat, key?.exp].every((time) => time === undefined || isTime(time));

/**
 * Says what a register tells of a link of a slip or a receipt, a saved proof, a statement, what a wallet shows, or the
 * address of a site. Null if the text is none of them. Only an address without path, query and fragment is told as one;
 * anything else is told by its signature.
 */
export async function listingIn(text: string, believed: BelievedRegister): Promise<Listing | null> {
  const shown = presentedIn(text);
  return shown && listingOf(shown, believed);
}

export async function listingOf(shown: Presented, believed: BelievedRegister): Promise<Listing | null> {
  const { name, key, token, now } = believed;
  const issuer = issuerOf(shown);
  if (!issuer) return null;
  const register = await readRegister(token, key);
  if (!register) return { kind: "altered", register: name };
  const signed = dayOf(register.iat * 1000);
  if (register.exp * 1000 <= now) return { kind: "stale", register: name, signed };
  const found = { register: name, signed, isCurrent: isCurrent(register.iat, { now }) };
  const { origin, signers } = issuer;
  const today = dayOf(now);
  const begun = register.agencies.filter(({ from }) => from <= today);
  const stands = (entry: ListedAgency) => isListedOn(today, entry);
  // An agency may have an ended entry beside the one that stands.
  const entries = begun.toSorted((one, other) => Number(stands(other)) - Number(stands(one)));
  // An address that was given up may belong to somebody else: it counts only for what the agency signed.
  const addresses = ({ former = [], ...entry }: ListedAgency) => [entry.origin, ...(signers ? former : [])];
  const here = entries.filter((entry) => addresses(entry).some((address) => originOf(address) === origin));
  if (!signers) return { ...saying(here[0], stands), ...found };
  const signing = await Promise.all(entries.map(async (entry) => ((await signers(entry.keys)) ? [entry] : [])));
  const by = signing.flat();
  const both = by.find((entry) => here.includes(entry));
  if (both) return { ...saying(both, stands), ...found };
  // What was not read whole may still be genuine.
  if (shown.kind === "slip" && !shown.code && here[0]) return null;
  if (by[0]) return { kind: "another-address", agency: by[0], ...found };
  return here[0] ? { kind: "another-key", agency: here[0], ...found } : { kind: "not-listed", ...found };
}

export const isListedOn = (day: string, { state, from, until = day }: ListedAgency): boolean =>
  state === "listed" && from <= day && day <= until;

function saying(agency: ListedAgency | undefined, stands: (agency: ListedAgency) => boolean) {
  if (!agency) return { kind: "not-listed" } as const;
  return { kind: stands(agency) ? "listed" : "ended", agency } as const;
}

/** `signers`: whether one of these keys signed. Null for an address, which nobody signed. */
type Issuer = { origin: string; signers: ((keys: ListedAgency["keys"]) => Promise<boolean>) | null };

/** Null if a statement names no issuer. */
function issuerOf(shown: Presented): Issuer | null {
  if (shown.kind === "address") return { origin: shown.link.origin, signers: null };
  const isSigned = async (keys: ListedAgency["keys"]) => signedBy(shown, keys);
  if (shown.kind !== "statement") return { origin: shown.link.origin, signers: isSigned };
  const { iss } = jsonIn<{ iss: unknown }>(shown.proof.statement.split(".")[1] ?? "") ?? {};
  const origin = typeof iss === "string" ? originOf(iss) : undefined;
  return origin === undefined ? null : { origin, signers: isSigned };
}

async function signedBy(shown: Exclude<Presented, { kind: "address" }>, keys: ListedAgency["keys"]): Promise<boolean> {
  if (shown.kind === "statement")
    return (await readSavedStatement(shown.proof.statement, keys.map(asPublished))) !== null;
  if (shown.kind === "receipt") {
    const receipt = await signedReceipt(shown.token, keys.map(asPublished));
    return receipt !== null && (await answerFor(receipt, shown.disclosure)) !== null;
  }
  // A phone has no time to hash each key of a long list. The hint is the beginning of the thumbprint, of which 5 letters are 30 bits.
  const hint = shown.code ? toBase64Url(shown.code.keyHint).slice(0, 5) : "";
  const hinted = keys.filter(({ kid }) => kid.startsWith(hint)).map(asPublished);
  const signer = shown.code && (await signerOf(shown.code, hinted));
  return signer !== null && wasInUse(signer, Date.parse(shown.code?.statement.issued ?? "") / 1000);
}

const asPublished = ({ iat = 0, exp, x, y, kid }: ListedAgency["keys"][number]): PublishedKey => ({
  kty: "EC",
  crv: "P-256",
  alg: "ES256",
  use: "sig",
  x,
  y,
  kid,
  iat,
  ...(exp !== undefined && { exp }),
});
