import { tileWidth, type LogFile, logFolder } from "#verify/log-path.ts";
import type { PublishedKey } from "#verify/public-keys.ts";
import { continuedCheckpoint } from "#verify/log-entry.ts";
import { parsePolicy, witnessedBy } from "#verify/policy.ts";
import { parseCheckpoint } from "#verify/signed-note.ts";
import type { LogFaultKind } from "#core/proofs/log-faults.ts";
import { keyWords } from "#sealing/key-words.ts";
import { hashBytes } from "#sealing/merkle.ts";
import { logVerifier, signaturesOf, verifierKey } from "#sealing/note-signatures.ts";
import { leavesFrom, type LogLeaf, logTrees } from "#storage/database/proofs/log.ts";
import type { Portal } from "../portal/portal.ts";
import { publicKeys } from "../signing/signing-keys.ts";
import { logFaults } from "./log-fault.ts";
import { proveInclusion, writtenProof } from "./prove-inclusion.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { logPolicy } from "./log-policy.ts";
import { tilesOf } from "./tiles.ts";

/** Returns a file of the log. Null if the newest checkpoint does not include it. Tiles never change. */
export async function readLogFile(
  portal: Portal,
  which: number | "newest",
  file: LogFile,
): Promise<string | Uint8Array | null> {
  const { read } = portal.database;
  const signed = (await logTrees(read, portal.registry)).filter((one) => one.signed.note !== "");
  const tree = which === "newest" ? signed[0] : signed.find((one) => one.generation === which);
  if (!tree) return null;
  const { generation } = tree;
  const { note, size } = tree.signed;
  if (file.kind === "checkpoint") return note;
  if (file.kind === "tile") return tileOf(portal, tree.id, size, file);
  // A request by number is answered only with what is already signed.
  const proof = file.position < size ? await proveInclusion(portal, { generation, position: file.position }) : null;
  return proof && writtenProof(proof);
}

type Tile = Extract<LogFile, { kind: "tile" }>;

async function tileOf({ database: { read } }: Portal, treeId: string, size: number, { level, place, width }: Tile) {
  const first = place * tileWidth;
  if ((first + width) * tileWidth ** (level ?? 0) > size) return null;
  if (level === null) return entriesIn(await leavesFrom(read, treeId, first, width));
  return (await tilesOf(read, treeId, size)(level, place)).subarray(0, width * hashBytes);
}

/** Each entry is preceded by its length. */
function entriesIn(leaves: readonly LogLeaf[]): Uint8Array {
  const parts = leaves.flatMap(({ entry }) => [Buffer.of(entry.length >> 8, entry.length & 255), entry]);
  return Buffer.concat(parts);
}

type LogReader = { database: Pick<Portal["database"], "read"> } & Pick<Portal, "registry" | "keyring">;

/**
 * Returns the trees of the log, newest first, each with the keys that signed it. A tree that is not signed yet has the
 * current key.
 */
export async function readLogs(portal: LogReader) {
  const { registry, database } = portal;
  const { read } = database;
  const { keys, revoked_keys } = await publicKeys(portal, read, "log");
  const trees = (await logTrees(read, registry)).map(async ({ id, generation, origin, ended_at, signed }) => {
    const { note, size, signed_at } = signed;
    const checkpoint = parseCheckpoint(note);
    const verifiers = [...keys, ...revoked_keys].map((key) => logVerifier(origin, key));
    const signers = checkpoint && verifiers.filter((one) => signaturesOf(one, checkpoint)?.length);
    const [first] = generation > 1 ? await leavesFrom(read, id, 0, 1) : [];
    return {
      origin,
      /** The last known checkpoint of the tree that this tree continues. */
      continues: first ? continuedCheckpoint(first.entry) : null,
      folder: logFolder(generation),
      keys: (signers ?? verifiers.slice(0, 1)).map(verifierKey),
      endedAt: ended_at,
      checkpoint: note === "" ? null : { note, size, signedAt: signed_at },
    };
  });
  return Promise.all(trees);
}

export async function readLogPage(portal: Portal) {
  const [current = null, ...older] = await readLogs(portal);
  const { keys, revoked_keys } = await publicKeys(portal, portal.database.read);
  const shown = (use: "ES256" | "EdDSA", written: (key: PublishedKey) => string | undefined) => {
    const key = keys.find(({ alg, exp }) => alg === use && exp === undefined);
    return key ? { words: keyWords(key.kid), written: written(key) ?? key.kid } : null;
  };
  const faults = await logFaults(portal);
  return {
    keys: {
      statement: shown("ES256", ({ kid }) => kid),
      log: shown("EdDSA", ({ x }) => current?.origin && verifierKey(logVerifier(current.origin, { x }))),
      /** Older keys of statements: slips from their time show their words. */
      older: [...keys, ...revoked_keys].flatMap(({ kid, alg, exp, ...key }) =>
        alg === "ES256" && exp !== undefined
          ? { words: keyWords(kid), until: exp * 1000, isStolen: "revoked" in key }
          : [],
      ),
    },
    alarms: faults.flatMap(({ kind, since }) => (isPublic(kind) ? [{ kind, since }] : [])),
    current: current && { ...current, witnessed: await witnessedIn(portal, current.checkpoint?.note ?? "") },
    older: older.map((tree) => {
      const known = [current, ...older].map((one) => parseCheckpoint(one?.continues ?? ""));
      const lastKnown = known.find((checkpoint) => checkpoint?.origin === tree.origin)?.size ?? 0;
      const isStolen = revoked_keys.some((key) => tree.keys.includes(verifierKey(logVerifier(tree.origin, key))));
      return { ...tree, lastKnown, isStolen };
    }),
  };
}

/** Visitors see what is wrong with the log itself. What its witnesses tell is for the operator to look into. */
const isPublic = (kind: LogFaultKind) => kind === "damaged" || kind === "differs" || kind === "older";

/** Returns who signed a checkpoint, and whether they are enough. Null if the site has no witnesses. */
async function witnessedIn(portal: Portal, note: string) {
  const [checkpoint, policy] = [parseCheckpoint(note), await parsePolicy(logPolicy(await currentSettings(portal)))];
  return checkpoint && policy?.isQuorum ? witnessedBy(checkpoint, policy) : null;
}
