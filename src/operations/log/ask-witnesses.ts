import { dayMs, hourMs, minuteMs } from "#core/durations.ts";
import { isPossibleTime } from "#verify/policy.ts";
import { type Checkpoint, isCount, parseCheckpoint, parseSignatures, writtenNote } from "#verify/signed-note.ts";
import { consistencyPath } from "#sealing/merkle.ts";
import { isSignatureOf, signaturesOf, timeOfCosignature, type Verifier } from "#sealing/note-signatures.ts";
import { lockCheckpoint, logTrees, replaceNote } from "#storage/database/proofs/log.ts";
import type { Portal } from "../portal/portal.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { postTo } from "../targets/post-to.ts";
import { LogBroken, noteWitnesses } from "./log-fault.ts";
import { type Witness, witnessesIn } from "./log-policy.ts";
import { tilesOf } from "./tiles.ts";

/**
 * C2SP tlog-witness: tells each witness that has not signed the newest checkpoint how the log has grown since the tree
 * that the witness saw last. If nothing was added, it signs the same tree again after half a day: the time of its signature
 * is the age of the checkpoint. Admins are told of a witness that knows another tree or does not sign.
 */
export async function askWitnesses(portal: Portal, cut: AbortSignal): Promise<void> {
  const witnesses = witnessesIn(await currentSettings(portal));
  const { database, registry } = portal;
  const [tree] = witnesses.length > 0 ? await logTrees(database.read, registry) : [];
  const checkpoint = tree && parseCheckpoint(tree.signed.note);
  if (!checkpoint && witnesses.length > 0) return;
  const due = witnesses.filter(({ verifier }) => checkpoint && !isRecent(portal, verifier, checkpoint));
  const asked = due.map(async (witness) => ({
    name: witness.verifier.name,
    counts: checkpoint ? isRecent(portal, witness.verifier, checkpoint, dayMs) : false,
    said: checkpoint ? await askWitness(portal, { treeId: tree.id, checkpoint }, witness, cut) : null,
  }));
  const answers = await Promise.all(asked);
  const saying = (word: Said) => answers.filter(({ said }) => said === word).map(({ name }) => name);
  const another = saying("another");
  const unsigned = answers.filter(({ said }) => said !== "signed");
  const missing = unsigned.filter(({ counts }) => !counts).length;
  await noteWitnesses(portal, {
    witnesses: witnesses.map(({ verifier }) => verifier.name),
    another,
    unknown: saying("unknown"),
    unsigned: unsigned.map(({ name }) => name),
    isQuorum: missing * 2 < witnesses.length || witnesses.length === 0,
  });
  if (another.length > 0)
    throw new LogBroken(`These witnesses know another public log ${checkpoint?.origin}: ${another.join(", ")}.`);
}

/** Checkers do not believe that a checkpoint is the newest one if its signatures are older than a day: then none counts. */
const signAgainMs = 12 * hourMs;

const isRecent = (
  { now }: Pick<Portal, "now">,
  verifier: Verifier,
  checkpoint: Checkpoint,
  withinMs = signAgainMs,
): boolean =>
  (signaturesOf(verifier, checkpoint) ?? []).some(
    (signature) => Math.abs(now() - timeOfCosignature(signature) * 1000) < withinMs,
  );

type TreeCheckpoint = { treeId: string; checkpoint: Checkpoint };

/** `another`: it tells of another tree. `unknown`: it does not know the log. Null if it was not asked, or failed otherwise. */
type Said = "signed" | "another" | "unknown" | null;

const pauseMs = minuteMs;
/** Enough for some signatures of the longest kind. */
const maxBytes = 32_768;

async function askWitness(
  portal: Portal,
  tree: TreeCheckpoint,
  { verifier, url: address }: Witness,
  cut: AbortSignal,
): Promise<Said> {
  const url = `${address}/add-checkpoint`;
  const { logState, now, targets } = portal;
  const name = `${tree.checkpoint.origin} ${verifier.name} ${url}`;
  const known = logState.witnesses.get(name) ?? { size: 0, failedAt: -Infinity };
  logState.witnesses.set(name, known);
  if (Math.abs(now() - known.failedAt) < pauseMs) return null;
  // The first response may be the size that the witness saw last. The second try starts there.
  for (const _try of [1, 2]) {
    const body = await requestOf(portal, tree, known.size);
    const answer = await postTo(targets, { url, headers: { "Content-Type": "text/plain" }, body }, { cut, maxBytes });
    if (typeof answer === "string") break;
    if (answer.status === 200 && (await takeCosignature(portal, tree, verifier, answer.text))) {
      known.size = tree.checkpoint.size;
      return "signed";
    }
    const size = answer.status === 409 ? answer.text.trim() : "";
    const { checkpoint } = tree;
    // Its tree is larger, or does not begin like ours, or has the same size and another root.
    const isLarger = isCount(size) && Number(size) > checkpoint.size;
    const isAnother = size === String(checkpoint.size) && known.size === checkpoint.size;
    if (answer.status === 422 || isLarger || isAnother) {
      known.failedAt = now();
      return (await isStillNewest(portal, tree)) ? "another" : null;
    }
    if (answer.status === 404) {
      known.failedAt = now();
      return "unknown";
    }
    if (!isCount(size) || Number(size) === known.size) break;
    known.size = Number(size);
  }
  known.failedAt = now();
  return null;
}

/** Another process may have signed a larger tree in the meantime, and asked the witness. */
async function isStillNewest({ database, registry }: Portal, { treeId, checkpoint }: TreeCheckpoint): Promise<boolean> {
  const [newest] = await logTrees(database.read, registry);
  return newest?.id === treeId && newest.signed.size === checkpoint.size;
}

async function requestOf({ database }: Portal, { treeId, checkpoint }: TreeCheckpoint, old: number): Promise<string> {
  const path = await consistencyPath(tilesOf(database.read, treeId, checkpoint.size), old, checkpoint.size);
  const own = checkpoint.signatures.filter(({ name }) => name === checkpoint.origin);
  const lines = path.map((hash) => `${Buffer.from(hash).toString("base64")}\n`);
  return `old ${old}\n${lines.join("")}\n${writtenNote({ text: checkpoint.text, signatures: own })}`;
}

/** Clocks differ. A signature of a later time would make its checkpoint look new until then. */
const aheadMs = 5 * minuteMs;

/**
 * Stores only a cosignature that checkers accept, and only for a checkpoint that is still served. It replaces an older one
 * of the witness. Returns false if there is none of now.
 */
async function takeCosignature(
  portal: Portal,
  { treeId, checkpoint }: TreeCheckpoint,
  verifier: Verifier,
  lines: string,
): Promise<boolean> {
  const given = (parseSignatures(lines) ?? []).filter((signature) => isSignatureOf(verifier, signature)).slice(0, 1);
  const verified = signaturesOf(verifier, { ...checkpoint, signatures: given }) ?? [];
  const isPast = (seconds: number) => isPossibleTime(seconds) && seconds * 1000 <= portal.now() + aheadMs;
  const [cosignature] = verified.filter((signature) => isPast(timeOfCosignature(signature)));
  if (!cosignature) return false;
  const { database } = portal;
  await database.write(async (writer) => {
    const signed = await lockCheckpoint(database, writer, treeId);
    const before = signed?.size === checkpoint.size ? parseCheckpoint(signed.note) : null;
    const others = before?.signatures.filter((signature) => !isSignatureOf(verifier, signature));
    const own = before?.signatures.filter((signature) => isSignatureOf(verifier, signature)) ?? [];
    const isNewer = own.every((signature) => timeOfCosignature(signature) < timeOfCosignature(cosignature));
    if (before && others && isNewer)
      await replaceNote(writer, treeId, writtenNote({ text: before.text, signatures: [...others, cosignature] }));
  });
  return isRecent(portal, verifier, { ...checkpoint, signatures: [cosignature] });
}
