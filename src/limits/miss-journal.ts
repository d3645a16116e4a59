import { readSync, writeSync } from "node:fs";
import { type JournalFiles, recordLength, recordKinds, type RecordKind } from "./journal-files.ts";

/** A line of the journal. `number` is a guarded number, or for a lookup that found something, what was guessed. */
export type MissRecord = {
  kind: RecordKind;
  pid: number;
  at: number;
  network: Buffer;
  neighbourhood: Buffer;
  number: Buffer | null;
};

type Fact = Omit<MissRecord, "pid">;

export type MissReader = {
  /** Gets each record of the other processes, in the order of the journal. Those of the current file come first. */
  learn: (record: MissRecord) => void;
  /** Some records were lost: lookups that other processes have begun may have ended. */
  lost: () => void;
};

const nothing = Buffer.alloc(16);
const chunk = 1024 * recordLength;

/**
 * What the processes of one machine tell each other about misses: a file in memory to which each of them appends. The
 * system puts what they append into one order, which all of them read. So of two lookups at once, only one is the last
 * free one, whichever process answers it, and nobody waits for another process.
 */
export class MissJournal {
  readonly #files: JournalFiles;
  readonly #reader: MissReader;
  readonly #report: (error: unknown) => void;
  readonly #read = Buffer.alloc(chunk);
  #part: 0 | 1 = 0;
  #epoch = 0;
  #position = 0;
  /** Facts that are not appended yet. Every lookup that begins appends them, and the end of each turn of the event loop. */
  #unsaid: Fact[] = [];
  #isSaying = false;
  #isLost = false;

  constructor(files: JournalFiles, reader: MissReader, report: (error: unknown) => void) {
    this.#files = files;
    this.#reader = reader;
    this.#report = report;
    this.#findPlace();
  }

  /** Says to the keeper of the journal how far this process has read. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Appends the fact. The other processes know it before this returns, and this one all that they said before. */
  say(fact: Fact): void {
    this.#unsaid.push(fact);
    this.catchUp();
  }

  /** Like `say`, but in a moment: for facts that raise no price. */
  sayLater(fact: Fact): void {
    this.#unsaid.push(fact);
    if (this.#isSaying) return;
    this.#isSaying = true;
    setImmediate(() => {
      this.#isSaying = false;
      this.catchUp();
    });
  }

  /** Says what is unsaid, and learns what the other processes said before. */
  catchUp(): void {
    const facts = this.#unsaid.splice(0);
    // A journal that cannot be written to keeps nobody from lookups: the process counts alone, and shares by the database.
    if (this.#isLost) return;
    try {
      while (!this.#sayAndRead(facts));
    } catch (error) {
      this.#isLost = true;
      this.#report(error);
    }
  }

  /** False if the journal went on in the other file meanwhile: then nobody reads what was appended to this one. */
  #sayAndRead(facts: readonly Fact[]): boolean {
    if (facts.length > 0) writeSync(this.#files[this.#part], this.#bytesOf(facts));
    let missing = facts.length;
    for (;;) {
      const length = readSync(this.#files[this.#part], this.#read, 0, chunk, this.#position);
      for (let at = 0; at + recordLength <= length; at += recordLength) {
        const kind = recordKinds[this.#read.readUInt8(at)];
        const age = newerBy(this.#read.readUInt16LE(at + 2), this.#epoch);
        if (age > 0) return this.#startOver(missing);
        this.#position += recordLength;
        if (age < 0) continue;
        if (kind === "moved") return this.#goOn(missing);
        if (kind === undefined || kind === "header") continue;
        const record = this.#recordAt(at, kind);
        if (record.pid !== process.pid) this.#reader.learn(record);
        else if ((missing -= 1) === 0) return true;
      }
      if (length < chunk) return missing === 0 || this.#startOver(missing);
    }
  }

  #goOn(missing: number): boolean {
    this.#part = this.#part === 0 ? 1 : 0;
    this.#epoch = (this.#epoch + 1) & 0xffff;
    this.#position = 0;
    return missing === 0 && this.#sayAndRead([]);
  }

  /** The file begins anew, which its keeper does not do before everybody has read it. The database has the rest. */
  #startOver(missing: number): boolean {
    this.#reader.lost();
    this.#findPlace();
    return missing === 0 && this.#sayAndRead([]);
  }

  #findPlace(): void {
    const [first, second] = [this.#epochOf(0), this.#epochOf(1)];
    if (first === null && second === null) throw new Error("the journal of misses has no beginning");
    this.#part = first === null || (second !== null && newerBy(second, first) > 0) ? 1 : 0;
    this.#epoch = (this.#part === 0 ? first : second) ?? 0;
    this.#position = 0;
  }

  #epochOf(part: 0 | 1): number | null {
    const length = readSync(this.#files[part], this.#read, 0, recordLength, 0);
    const isHeader = length === recordLength && recordKinds[this.#read.readUInt8(0)] === "header";
    return isHeader ? this.#read.readUInt16LE(2) : null;
  }

  #bytesOf(facts: readonly Fact[]): Buffer {
    const bytes = Buffer.alloc(facts.length * recordLength);
    for (const [index, { kind, at, network, neighbourhood, number }] of facts.entries()) {
      const start = index * recordLength;
      bytes.writeUInt8(recordKinds.indexOf(kind), start);
      bytes.writeUInt8(number ? 1 : 0, start + 1);
      bytes.writeUInt16LE(this.#epoch, start + 2);
      bytes.writeUInt32LE(process.pid, start + 4);
      bytes.writeDoubleLE(at, start + 8);
      for (const [place, key] of [network, neighbourhood, number ?? nothing].entries())
        bytes.set(key.subarray(0, 16), start + 16 + place * 16);
    }
    return bytes;
  }

  #recordAt(at: number, kind: RecordKind): MissRecord {
    // Copied, because the next read overwrites the bytes.
    const key = (place: number) => Buffer.from(this.#read.subarray(at + 16 + place * 16, at + 32 + place * 16));
    return {
      kind,
      pid: this.#read.readUInt32LE(at + 4),
      at: this.#read.readDoubleLE(at + 8),
      network: key(0),
      neighbourhood: key(1),
      number: this.#read.readUInt8(at + 1) === 1 ? key(2) : null,
    };
  }
}

/** Epochs begin again after 65,535. */
const newerBy = (epoch: number, than: number): number => ((epoch - than) << 16) >> 16;
