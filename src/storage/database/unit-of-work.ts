import type { OperationNodeSource, Selectable } from "kysely";
import type { Actor } from "#core/accounts/actor.ts";
import type { DetailsOf } from "#core/audit/audit-details.ts";
import type { AuditAction, AuditSubject } from "#core/audit/audit-event.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { LastDays } from "#core/records/record-details.ts";
import type { Settings, VersionedSettings } from "#core/settings/settings.ts";
import type { OwnHash, RecordRow } from "./records/record-row.ts";
import type { Schema } from "./tables/schema.ts";

type AuditHead = Pick<Selectable<Schema["audit_head"]>, "seq" | "hash">;

/** What a transaction knows of its rows, and what it writes last. */
export type UnitOfWork = {
  /** Records that were locked together. The next change of each takes it from here. */
  readonly lockedRecords: Map<string, RecordRow>;
  /** The rows of such changes. They are written together. */
  readonly takenRecords: Set<RecordRow>;
  readonly changedRecords: WrittenLast<ChangedRow>;
  /** The settings that the changes of these records see. Null until they are read; undefined in other transactions, which read them each time. */
  settings?: VersionedSettings | null;
  readonly newRecords: WrittenLast<InsertedRecord>;
  readonly restatements: WrittenLast<Restatement, UnderHead | null>;
  readonly events: WrittenLast<PendingEvent, void, UnderHead | null>;
};

export type InsertedRecord = {
  row: Omit<Selectable<Schema["candidate"]>, "seq">;
  lastDays: LastDays;
  ownHashes: readonly OwnHash[];
};

export type ChangedRow = Pick<RecordRow, "id" | "seq"> & {
  columns: Partial<Selectable<Schema["candidate"]>>;
  /** Null if they stay. */
  lastDays: readonly string[] | null;
};

/** A record whose statement ends, or is replaced by the next one. */
export type Restatement = {
  registry: string;
  id: string;
  key: Uint8Array;
  /** False if the record has no statement that stands. */
  wasSeen: boolean;
  next: NextStatement | null;
  isDeleted?: true;
};

export type NextStatement = { record: CandidateRecord; seen: string; settings: Settings };

/** Who acted on what. */
type OfEvent = { actor: Actor; subject: AuditSubject; subjectId: string };

export type LoggedEvent<Action extends AuditAction, Details = DetailsOf<Action>> = OfEvent & {
  action: Action;
  details: Details;
};

/** An event whose details fit its action. `rowKey` seals them. */
export type PendingEvent = {
  event: LoggedEvent<AuditAction, object>;
  rowKey: Uint8Array;
};

/** An insert, update or delete that is not executed yet. */
export type Write = OperationNodeSource & { execute: () => Promise<unknown> };

/** Writes that need the lock of the head of the audit log. They are one query with the events on PostgreSQL. */
export type UnderHead = { head: AuditHead; writes: readonly Write[] };

export const newUnitOfWork = (): UnitOfWork => ({
  lockedRecords: new Map(),
  takenRecords: new Set(),
  changedRecords: new WrittenLast(),
  newRecords: new WrittenLast(),
  restatements: new WrittenLast(),
  events: new WrittenLast(),
});

/** The last step of a transaction. The log comes after the records, because the lock of its head must be the last. */
export async function writeUnit({ newRecords, changedRecords, restatements, events }: UnitOfWork): Promise<void> {
  await newRecords.write();
  await changedRecords.write();
  await events.write((await restatements.write()) ?? null);
}

/** Things of one kind that a transaction collects, and writes together, just before it commits at the latest. */
class WrittenLast<Thing, Result = void, Given = void> {
  #things: Thing[] = [];
  #write: ((things: readonly Thing[], given: Given) => Promise<Result>) | null = null;

  /** The first caller decides how all of them are written. */
  writeBy(write: (things: readonly Thing[], given: Given) => Promise<Result>): this {
    this.#write ??= write;
    return this;
  }

  add(...things: Thing[]): void {
    this.#things.push(...things);
  }

  /** What is added later is written by the next call. */
  async write(given: Given): Promise<Result | undefined> {
    const things = this.#things;
    this.#things = [];
    return this.#write?.(things, given);
  }
}
