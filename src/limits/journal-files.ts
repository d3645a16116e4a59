import { randomUUID } from "node:crypto";
import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Descriptors of the two files of a journal of misses. It goes on in the other file when one is long. */
export type JournalFiles = readonly [number, number];

/** Divides the size of a page of memory, so that nobody reads half a record. */
export const recordLength = 64;

/** Where the parts of a record are. The three keys follow, of 16 bytes each. */
export const places = { kind: 0, pid: 1, epoch: 4, at: 6, networkMisses: 12, numberMisses: 14 } as const;

/** The number of a kind is its place in this list. Processes of two versions may read one journal. */
export const recordKinds = ["none", "header", "moved", "missed", "found"] as const;

/** A journal that is this long goes on in the other file: after some seconds at full speed, else after days. */
const longest = 8 * 1024 * 1024;

/** The journal of misses as its only keeper sees it: opens the files, and keeps them short. */
export type KeptJournal = Disposable & {
  readonly files: JournalFiles;
  /**
   * Goes on in the other file if this one is long, and everybody has read the other one to its end. `epochs` says how far
   * each process is; null if it reads no journal yet. Call this every second.
   */
  turn: (epochs: readonly (number | null)[], length?: number) => void;
};

/** The files have no name, so they end with the last process that has them open. */
export function keepJournal(): KeptJournal {
  const files = [openNameless(), openNameless()] as const;
  let [part, epoch]: [0 | 1, number] = [0, 1];
  writeSync(files[0], recordOf("header", epoch));
  return {
    files,
    turn(epochs, length = longest) {
      if (!epochs.every((one) => one === null || one === epoch)) return;
      if (fstatSync(files[part]).size < length) return;
      const next = part === 0 ? 1 : 0;
      ftruncateSync(files[next]);
      // First the header, so that whoever reads "moved" finds it. Nobody else moves the journal.
      writeSync(files[next], recordOf("header", (epoch + 1) & 0xffff));
      writeSync(files[part], recordOf("moved", epoch));
      [part, epoch] = [next, (epoch + 1) & 0xffff];
    },
    [Symbol.dispose]: () => files.forEach((file) => closeSync(file)),
  };
}

function recordOf(kind: "header" | "moved", epoch: number): Buffer {
  const bytes = Buffer.alloc(recordLength);
  bytes.writeUInt8(recordKinds.indexOf(kind), places.kind);
  bytes.writeUInt16LE(epoch, places.epoch);
  return bytes;
}

/** In memory, where the system has a folder for that: no disk that is full or slow delays a lookup. */
function openNameless(): number {
  const folder = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
  const file = join(folder, `attestry-misses-${randomUUID()}`);
  const descriptor = openSync(file, "ax+", 0o600);
  unlinkSync(file);
  return descriptor;
}
