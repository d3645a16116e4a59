import { readSync, writeSync } from "node:fs";
import { type JournalFiles, recordKinds, recordLength } from "./journal-files.ts";

/** What another process said. `number` is a guarded number, or for a lookup that found something, what was guessed. */
export type MissRecord = {
  kind: "missed" | "found";
  at: number;
  network: Buffer;
  neighbourhood: Buffer;
  number: Buffer | null;
};

type Fact = [kind: MissRecord["kind"], network: Buffer, neighbourhood: Buffer, number: Buffer | null, at: number];

const keyLength = 16;
const chunk = 1024 * recordLength;
const [headerKind, movedKind, foundKind] = (["header", "moved", "found"] as const).map((kind) =>
  recordKinds.indexOf(kind),
);

/**
 * What the processes of one machine tell each other about misses: a file in memory to which each of them appends. The
 * system puts what they append into one order, which all of them read. So of two misses at once, only one is the last free
 * one, whichever process answers it, and nobody waits for another process.
 */
export class MissJournal {
  readonly #files: JournalFiles;
  readonly #learn: (record: MissRecord) => void;
  readonly #report: (error: unknown) => void;
  readonly #read = Buffer.alloc(chunk);
  readonly #said = Buffer.alloc(recordLength);
  #part: 0 | 1 = 0;
  #epoch = 0;
  #position = 0;
  #isLost = false;

  /** `learn` gets the records of the other processes in the order of the journal, beginning with the current file. */
  constructor(files: JournalFiles, learn: (record: MissRecord) => void, report: (error: unknown) => void) {
    this.#files = files;
    this.#learn = learn;
    this.#report = report;
    this.#findPlace();
  }

  /** How far this process has read. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Learns what the other processes have said. */
  hear(): void {
    this.#unlessLost(() => {
      while (!this.#readOn(false));
    });
  }

  /** Says something, and learns what the other processes said before it. */
  sayAndHear(...fact: Fact): void {
    this.#unlessLost(() => {
      do this.#append(...fact);
      while (!this.#readOn(true));
    });
  }

  /** A journal that fails keeps nobody from lookups: this process then counts alone, and shares by the database. */
  #unlessLost(work: () => void): void {
    if (this.#isLost) return;
    try {
      work();
    } catch (error) {
      this.#isLost = true;
      this.#report(error);
    }
  }

  #append(...[kind, network, neighbourhood, number, at]: Fact): void {
    const bytes = this.#said;
    bytes.writeUInt8(recordKinds.indexOf(kind), 0);
    bytes.writeUInt8(number ? 1 : 0, 1);
    bytes.writeUInt16LE(this.#epoch, 2);
    bytes.writeUInt32LE(process.pid, 4);
    bytes.writeDoubleLE(at, 8);
    network.copy(bytes, keyLength, 0, keyLength);
    neighbourhood.copy(bytes, 2 * keyLength, 0, keyLength);
    if (number) number.copy(bytes, 3 * keyLength, 0, keyLength);
    writeSync(this.#files[this.#part], bytes);
  }

  /**
   * Reads to the end, or to the own record. False if the journal goes on in another file: then nobody reads what was
   * appended to this one.
   */
  #readOn(isToOwn: boolean): boolean {
    for (;;) {
      const length = readSync(this.#files[this.#part], this.#read, 0, chunk, this.#position);
      for (let at = 0; at + recordLength <= length; at += recordLength) {
        const age = newerBy(this.#read.readUInt16LE(at + 2), this.#epoch);
        if (age > 0) return this.#findPlace();
        this.#position += recordLength;
        // Appended by a process that did not know yet that the journal had moved. It says it again.
        if (age < 0) continue;
        const kind = this.#read.readUInt8(at);
        if (kind === movedKind) return this.#goOn();
        if (kind === headerKind) continue;
        if (this.#read.readUInt32LE(at + 4) !== process.pid) this.#learn(this.#recordAt(at));
        else if (isToOwn) return true;
      }
      if (length < chunk) return !isToOwn || this.#findPlace();
    }
  }

  #goOn(): false {
    this.#part = this.#part === 0 ? 1 : 0;
    this.#epoch = (this.#epoch + 1) & 0xffff;
    this.#position = 0;
    return false;
  }

  /** Also if this file began anew, which its keeper does not do before everybody has read it: the database has the rest. */
  #findPlace(): false {
    const [first, second] = [this.#epochOf(0), this.#epochOf(1)];
    if (first === null && second === null) throw new Error("the journal of misses has no beginning");
    this.#part = first === null || (second !== null && newerBy(second, first) > 0) ? 1 : 0;
    this.#epoch = (this.#part === 0 ? first : second) ?? 0;
    this.#position = 0;
    return false;
  }

  #epochOf(part: 0 | 1): number | null {
    const length = readSync(this.#files[part], this.#read, 0, recordLength, 0);
    return length === recordLength && this.#read.readUInt8(0) === headerKind ? this.#read.readUInt16LE(2) : null;
  }

  #recordAt(at: number): MissRecord {
    // Copied, because the next read overwrites the bytes.
    const key = (place: number) => Buffer.copyBytesFrom(this.#read, at + place * keyLength, keyLength);
    return {
      kind: this.#read.readUInt8(at) === foundKind ? "found" : "missed",
      at: this.#read.readDoubleLE(at + 8),
      network: key(1),
      neighbourhood: key(2),
      number: this.#read.readUInt8(at + 1) === 1 ? key(3) : null,
    };
  }
}

/** Epochs begin again after 65,535. */
const newerBy = (epoch: number, than: number): number => ((epoch - than) << 16) >> 16;
