import type { ImportField } from "#core/imports/import-fields.ts";
import type { BulkKind, BulkState } from "#core/records/bulk-run.ts";
import type { AnyKind } from "#core/own-fields/own-paper.ts";
import type { NewValue } from "#core/records/new-value.ts";
import type { Counted } from "#i18n/written.ts";
import type { DoubtfulNumbers } from "../imports/doubtful-numbers.tsx";
import type { ShownLeft, ShownPlan, ShownUploads, ShownWarning } from "../imports/import-plan.tsx";

/** The numbers of records: all, not processed yet, done, and left out. */
type Figures = { all: Counted; open: Counted; done: Counted; leftOut: Counted };

/** The field that an update sets, and its new value in words; "" removes the value. */
export type ShownNewValue = NewValue & { label: string; written: string };

/** A bulk run as its page shows it. */
export type ShownRun = Figures &
  DoubtfulNumbers & {
    id: string;
    kind: BulkKind;
    state: BulkState;
    isUndo: boolean;
    /** The names of the first records. */
    names: string[];
    /** Under the four-eyes rule, each record is approved on its own page: how many wait, and the id of the first one. */
    review: { waiting: Counted; first: string | null } | null;
    newValue: ShownNewValue | null;
    /** The accounts to which the records can be assigned. */
    assignees: { id: string; name: string }[];
    /** The run that undoes this run, or deletes what this run has hidden. */
    undo: (Figures & { id: string; isDeletion: boolean; state: BulkState }) | null;
    undoableUntil: string | null;
    /** What an import does with its rows. */
    plan: ShownPlan | null;
    /** Rows of an import that are taken with a value that a person should look at. */
    warnings: ShownWarning[];
    /** The columns of the file that were not understood. */
    left: ShownLeft[];
    /** The papers whose last days are in the file and visitors do not see. */
    unseenDays: AnyKind[];
    /** How many records that the undo of an import kept are seen by visitors. */
    shownKept: Counted;
    /** The fields that new records need and that no column of the file has. */
    missing: ImportField[];
    /** The files that were sent with an import; null if there were none. */
    scans: ShownUploads | null;
    /** What the undo of an import did, on the page of the import and on that of its undo; else null. */
    undone: { reversed: string; kept: string; failed: string; gone: string | null } | null;
  };
