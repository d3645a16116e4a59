import { fromBase64, toBase64 } from "./base64.ts";
import { inHex } from "./in-hex.ts";
import { sha256Of } from "./sha256.ts";
import { type Checkpoint, isCount, type NoteSignature } from "./signed-note.ts";

/**
 * Which witnesses must have signed a checkpoint, in the format of C2SP tlog-policy. `logs` may be empty: then the log is
 * known from elsewhere.
 */
export type Policy = {
  logs: readonly VerifierKey[];
  witnesses: ReadonlyMap<string, VerifierKey>;
  /** Whether these names of witnesses are enough. Null if none is needed. */
  isQuorum: ((signed: ReadonlySet<string>) => boolean) | null;
};

type Group = { name: string; least: number; members: readonly string[] };
type Bytes = Uint8Array<ArrayBuffer>;
type VerifierKey = { name: string; keyId: string; type: number; publicKey: Bytes };

const types = { log: 1, ed25519: 4, mldsa: 6 } as const;
const keyBytes = new Map<number, number>([
  [types.log, 32],
  [types.ed25519, 32],
  [types.mldsa, 1312],
]);

/** Null if the text is not a policy. */
export async function parsePolicy(text: string): Promise<Policy | null> {
  // eslint-disable-next-line no-control-regex -- these are what is refused
  if (/[\0-\x08\x0b-\x1f\x7f]/.test(text)) return null;
  const reader = new PolicyReader();
  for (const line of text.split("\n")) {
    const [kind = "", ...words] = line.split(/[ \t]+/).filter((word) => word !== "");
    if (kind !== "" && !kind.startsWith("#") && !(await reader.take(kind, words))) return null;
  }
  return reader.policy();
}

class PolicyReader {
  readonly #logs: VerifierKey[] = [];
  readonly #witnesses = new Map<string, VerifierKey>();
  readonly #names = new Set<string>();
  readonly #groups: Group[] = [];
  readonly #grouped = new Set<string>();
  #quorum = "";

  policy(): Policy | null {
    if (this.#quorum === "") return null;
    const isQuorum = this.#quorum === "none" ? null : (signed: ReadonlySet<string>) => this.#isQuorum(signed);
    return { logs: this.#logs, witnesses: this.#witnesses, isQuorum };
  }

  /** Each group has only members from earlier lines. No recursion, because groups may be nested thousands deep. */
  #isQuorum(signed: ReadonlySet<string>): boolean {
    const enough = new Set(signed);
    for (const { name, least, members } of this.#groups)
      if (members.filter((member) => enough.has(member)).length >= least) enough.add(name);
    return enough.has(this.#quorum);
  }

  /** Returns false if the line is wrong. */
  async take(kind: string, words: readonly string[]): Promise<boolean> {
    const [first = "", second = "", ...more] = words;
    if (kind === "log" && words.length <= 2) return this.#takeLog(await verifierIn(first));
    if (kind === "witness" && more.length <= 1) return this.#takeWitness(first, await verifierIn(second));
    if (kind === "group") return this.#takeGroup(first, second, more);
    return kind === "quorum" && words.length === 1 && this.#takeQuorum(first);
  }

  #takeLog(key: VerifierKey | null): boolean {
    if (key?.type !== types.log || isAmong(key, this.#logs)) return false;
    this.#logs.push(key);
    return true;
  }

  #takeWitness(name: string, key: VerifierKey | null): boolean {
    if (!key || key.type === types.log || isAmong(key, [...this.#witnesses.values()])) return false;
    this.#witnesses.set(name, key);
    return this.#name(name);
  }

  #takeGroup(name: string, written: string, members: readonly string[]): boolean {
    const least = written === "any" ? 1 : written === "all" ? members.length : isCount(written) ? Number(written) : 0;
    // Each name may be in one group only, and only once.
    const isFree = (member: string) => !this.#grouped.has(member) && this.#grouped.add(member);
    const areRight = members.every((member) => this.#names.has(member) && isFree(member));
    if (!areRight || least < 1 || least > members.length) return false;
    this.#groups.push({ name, least, members });
    return this.#name(name);
  }

  #takeQuorum(name: string): boolean {
    if (this.#quorum !== "" || !(name === "none" || this.#names.has(name))) return false;
    this.#quorum = name;
    return true;
  }

  #name(name: string): boolean {
    if (name === "" || name === "none" || this.#names.has(name)) return false;
    this.#names.add(name);
    return true;
  }
}

const isAmong = ({ publicKey }: VerifierKey, keys: readonly VerifierKey[]): boolean =>
  keys.some((one) => toBase64(one.publicKey) === toBase64(publicKey));

/** Reads a verifier key of C2SP signed-note. Null if its type is not known. Does not check its `id`. */
export function verifierKeyParts(text: string): (Omit<VerifierKey, "keyId"> & { id: string }) | null {
  const [, name = "", id = "", written = ""] = /^([^\s\x85+]+)\+([0-9a-f]{8})\+(.+)$/u.exec(text) ?? [];
  const bytes = fromBase64(written);
  const [type = 0] = bytes;
  return keyBytes.get(type) === bytes.length - 1 ? { name, id, type, publicKey: bytes.subarray(1) } : null;
}

async function verifierIn(text: string): Promise<VerifierKey | null> {
  const parts = verifierKeyParts(text);
  if (!parts) return null;
  const { id, ...key } = parts;
  const keyId = (await sha256Of(`${key.name}\n`, Uint8Array.of(key.type), key.publicKey)).subarray(0, 4);
  return inHex(keyId) === id ? { ...key, keyId: toBase64(keyId) } : null;
}

/** True for the key of a witness whose signatures every checker can verify. Those of ML-DSA are not counted. */
export const isCounted = ({ type }: Pick<VerifierKey, "type">): boolean => type === types.ed25519;

/** A witness by the name of its key. `time`: when it signed, in seconds since 1970. */
export type Cosignature = { name: string; time: number };

/**
 * `by`: who signed, each witness once. `of`: how many witnesses the policy has. `since`: the latest time from which on a
 * quorum signed, in seconds since 1970, so that one witness with a wrong clock makes nothing newer. Null without a quorum,
 * or if the policy asks for none.
 */
export type Witnessed = { isQuorum: boolean; of: number; by: readonly Cosignature[]; since: number | null };

/**
 * Returns which witnesses of a policy signed a checkpoint. Null if a signature with the name of a witness is wrong: then
 * nothing in the checkpoint counts.
 */
export async function witnessedBy(checkpoint: Checkpoint, policy: Policy): Promise<Witnessed | null> {
  const signed = new Map<string, Cosignature>();
  for (const [id, key] of policy.witnesses) {
    if (!isCounted(key)) continue;
    for (const signature of checkpoint.signatures) {
      if (signature.name !== key.name || toBase64(signature.keyId) !== key.keyId) continue;
      const time = await timeOf(signature, key, checkpoint.text);
      if (time === null) return null;
      signed.set(id, { name: key.name, time: Math.max(time, signed.get(id)?.time ?? 0) });
    }
  }
  const since = quorumSince(signed, policy);
  return { isQuorum: !policy.isQuorum || since !== null, of: policy.witnesses.size, by: [...signed.values()], since };
}

function quorumSince(signed: ReadonlyMap<string, Cosignature>, { isQuorum }: Policy): number | null {
  const enough = new Set<string>();
  for (const [id, { time }] of [...signed].toSorted(([, one], [, other]) => other.time - one.time))
    if (isQuorum?.(enough.add(id))) return time;
  return null;
}

const timeBytes = 8;
/** In seconds, up to the last one that a `Date` has. A cosignature of another time makes its checkpoint invalid. */
export const isPossibleTime = (time: number): boolean => time > 0 && time <= 8_640_000_000_000;

/** Null if the witness did not sign this text, or at no possible time. */
async function timeOf({ signature }: NoteSignature, { publicKey }: VerifierKey, text: string): Promise<number | null> {
  if (signature.length !== timeBytes + 64) return null;
  const time = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
  const signed = new TextEncoder().encode(`cosignature/v1\ntime ${time}\n${text}`);
  const key = await crypto.subtle.importKey("raw", publicKey, "Ed25519", false, ["verify"]);
  const isSigned = await crypto.subtle.verify("Ed25519", key, signature.subarray(timeBytes), signed);
  return isSigned && isPossibleTime(Number(time)) ? Number(time) : null;
}
