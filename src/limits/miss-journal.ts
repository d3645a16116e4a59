import { readSync, writeSync } from "node:fs";
import { type JournalFiles, places, recordKinds, recordLength } from "./journal-files.ts";

/** What a process says. `number` is a guarded number, or for a lookup that found something, what was guessed. */
type Fact = {
  kind: "missed" | "found";
  at: number;
  network: Buffer;
  neighbourhood: Buffer;
  number: Buffer | null;
};

/** The misses of the network and of the number in their time windows, this one too, as far as the process knows. */
type Sums = { networkMisses: number; numberMisses: number };

export type MissRecord = Fact & Sums;

/** What a process knows of misses. `learn` gets the records of the other processes in the order of the journal. */
export type MissBook = { sums: (fact: Fact) => Sums; learn: (record: MissRecord) => void };

const keyLength = 16;
/** Set in the kind of a record that has a number. */
const hasNumber = 0x80;
const most = 0xffff;
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
  readonly #book: MissBook;
  readonly #report: (error: unknown) => void;
  readonly #read = Buffer.alloc(chunk);
  readonly #said = Buffer.alloc(recordLength);
  #part: 0 | 1 = 0;
  #epoch = 0;
  #position = 0;
  #isLost = false;

  /** Begins to read with the current file. */
  constructor(files: JournalFiles, book: MissBook, report: (error: unknown) => void) {
    this.#files = files;
    this.#book = book;
    this.#report = report;
    this.#findPlace();
  }

  /** How far this process has read. Null if it does not read any more: then the journal does not wait for it. */
  get epoch(): number | null {
    return this.#isLost ? null : this.#epoch;
  }

  /** Learns what the other processes have said. */
  hear(): void {
    this.#unlessLost(() => {
      while (!this.#readOn(false));
    });
  }

  /** Says something, and learns what the other processes said before it. */
  sayAndHear(fact: Fact): void {
    this.#unlessLost(() => {
      do this.#append(fact);
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

  /**
   * The sums tell a process that starts later what the database did not say: misses that no process has shared with it.
   */
  #append(fact: Fact): void {
    const { kind, at, network, neighbourhood, number } = fact;
    const { networkMisses, numberMisses } = this.#book.sums(fact);
    const bytes = this.#said;
    bytes.writeUInt8(recordKinds.indexOf(kind) | (number ? hasNumber : 0), places.kind);
    bytes.writeUIntLE(process.pid, places.pid, 3);
    bytes.writeUInt16LE(this.#epoch, places.epoch);
    bytes.writeUIntLE(Math.floor(at), places.at, 6);
    bytes.writeUInt16LE(Math.min(networkMisses, most), places.networkMisses);
    bytes.writeUInt16LE(Math.min(numberMisses, most), places.numberMisses);
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
        const age = newerBy(this.#read.readUInt16LE(at + places.epoch), this.#epoch);
        if (age > 0) return this.#findPlace();
        this.#position += recordLength;
        // Appended by a process that did not know yet that the journal had moved. It says it again.
        if (age < 0) continue;
        const kind = this.#read.readUInt8(at + places.kind);
        if (kind === movedKind) return this.#goOn();
        if (kind === headerKind) continue;
        if (this.#read.readUIntLE(at + places.pid, 3) !== process.pid) this.#book.learn(this.#recordAt(at));
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
    return length === recordLength && this.#read.readUInt8(places.kind) === headerKind
      ? this.#read.readUInt16LE(places.epoch)
      : null;
  }

  #recordAt(at: number): MissRecord {
    // Copied, because the next read overwrites the bytes.
    const key = (place: number) => Buffer.copyBytesFrom(this.#read, at + place * keyLength, keyLength);
    const kind = this.#read.readUInt8(at + places.kind);
    return {
      kind: (kind & ~hasNumber) === foundKind ? "found" : "missed",
      at: this.#read.readUIntLE(at + places.at, 6),
      networkMisses: this.#read.readUInt16LE(at + places.networkMisses),
      numberMisses: this.#read.readUInt16LE(at + places.numberMisses),
      network: key(1),
      neighbourhood: key(2),
      number: (kind & hasNumber) !== 0 ? key(3) : null,
    };
  }
}

/** Epochs begin again after 65,535. */
const newerBy = (epoch: number, than: number): number => ((epoch - than) << 16) >> 16;
