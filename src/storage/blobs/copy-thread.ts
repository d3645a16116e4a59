import { createHash } from "node:crypto";
import fs from "node:fs";
import { dirname } from "node:path";
import { parentPort } from "node:worker_threads";
import { codeOf } from "#core/errors.ts";
import type { CopiedBlob } from "./blob-store.ts";
import { type Checksum, isSameChecksum } from "./checksum.ts";
import type { Answer, Copy, Question } from "./copy-files.ts";

/**
 * A thread that copies files. It calls the system without promises: for small files, fourteen promises take longer than
 * what they wait for. It imports little, so that it starts in a few milliseconds.
 */
const buffer = Buffer.allocUnsafeSlow(2 ** 20);

/** Copies are synced after so many files or bytes: each alone takes longer, and after many, others wait for the disk. */
const syncedAtOnce = { files: 32, bytes: 16 * 2 ** 20 };

/** Copies that are not durable yet. They stay open, so that the system reports a write that failed. */
const unsynced: { fd: number; target: string; size: number }[] = [];

parentPort?.on("message", (question: Question) => parentPort?.postMessage(answerTo(question), []));

function answerTo(question: Question): Answer {
  let isOfSync = false;
  try {
    const copies = question === "sync" ? [] : copied(question);
    isOfSync = true;
    if (question === "sync" || areMany()) sync();
    return { copied: copies };
  } catch (error) {
    return { failure: { message: error instanceof Error ? error.message : "", code: codeOf(error) }, isOfSync };
  }
}

function areMany(): boolean {
  const bytes = unsynced.reduce((sum, { size }) => sum + size, 0);
  return unsynced.length >= syncedAtOnce.files || bytes >= syncedAtOnce.bytes;
}

/** The system reports a failed write only once. So if one file fails, none of them stays. */
function sync(): void {
  const files = unsynced.splice(0);
  try {
    for (const { fd } of files) fs.fsyncSync(fd);
  } catch (error) {
    for (const { target } of files) fs.rmSync(target, { force: true });
    throw error;
  } finally {
    for (const { fd } of files) fs.closeSync(fd);
  }
}

function copied(copies: readonly Copy[]): CopiedBlob[] {
  const all: CopiedBlob[] = [];
  for (const copy of copies) {
    const one = copiedOrNull(copy);
    if (one) all.push(one);
    if (!one?.isAsExpected) break;
  }
  return all;
}

/** Null if there is no such file. */
function copiedOrNull({ file, name, expected, target, unfinished }: Copy): CopiedBlob | null {
  const source = openedOrNull(file);
  if (source === null) return null;
  using closing = new DisposableStack();
  closing.defer(() => fs.closeSync(source));
  const fd = created(unfinished);
  closing.defer(() => fs.closeSync(fd));
  closing.defer(() => fs.rmSync(unfinished, { force: true }));
  ownLikeFolder(unfinished, fd);
  const found = copyBytes(source, fd);
  if (expected && !isSameChecksum(found, expected)) return { name, ...found, isAsExpected: false };
  fs.renameSync(unfinished, target);
  closing.move();
  fs.closeSync(source);
  unsynced.push({ fd, target, size: found.size });
  return { name, ...found, isAsExpected: true };
}

function copyBytes(source: number, target: number): Checksum {
  const hash = createHash("sha256");
  let size = 0;
  for (let length = readPiece(source); length > 0; length = readPiece(source)) {
    const piece = buffer.subarray(0, length);
    hash.update(piece);
    for (let done = 0; done < length;) done += fs.writeSync(target, piece, done);
    size += length;
  }
  return { size, sha256: hash.digest("hex") };
}

const readPiece = (source: number) => fs.readSync(source, buffer);

/** Creates its folder, too, if that is missing. */
function created(file: string): number {
  try {
    return fs.openSync(file, "wx", 0o600);
  } catch (error) {
    if (!isMissing(error)) throw error;
    makeFolder(dirname(file));
    return fs.openSync(file, "wx", 0o600);
  }
}

function makeFolder(folder: string): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const above = fs.openSync(dirname(folder), "r");
  try {
    fs.fsyncSync(above);
  } finally {
    fs.closeSync(above);
  }
}

/** As in durable-files.ts, without promises. */
function ownLikeFolder(file: string, fd: number): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = fs.statSync(dirname(file));
  fs.fchownSync(fd, uid, gid);
}

function openedOrNull(file: string): number | null {
  try {
    return fs.openSync(file, "r");
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const isMissing = (error: unknown) => codeOf(error) === "ENOENT";
