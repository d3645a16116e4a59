import type { AuditAction } from "#core/audit/audit-event.ts";
import type { Particulars } from "#core/records/candidate-record.ts";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import type { ErrorId, FieldProblem } from "#core/errors.ts";

export type ParticularName = keyof Particulars;

/** In the order of the page. */
export const particularNames = [
  "passportNumber",
  "irccNumber",
  "name",
  "fatherName",
  "motherName",
  "address",
  "nationality",
] as const satisfies ParticularName[];

/** A scan that the site has, as the form shows it. */
export type ShownUpload = {
  /** The upload. */
  id: string;
  pages: number;
  /** A paper that the record has already: it is kept unless another one is chosen. */
  isStored: boolean;
  isTakenAway: boolean;
};

/** A form as it stands, whoever filled it in. */
export type ShownForm = {
  /** Names the form, so that its record is added once. */
  name: string;
  /** Names the opened page, so that two windows with one form do not write over each other; "" where they may. */
  opening: string;
  particulars: Particulars;
  papers: Partial<Record<DocumentKind, ShownUpload>>;
  /** Scans of which nobody has said yet what they are. */
  loose: ShownUpload[];
  /** The version that the record, or the draft, had when the form was filled from it. */
  version?: number;
};

/** A file that came with the form and is not here. */
export type LostFile = { kind: DocumentKind | null; name: string; problem: ErrorId };

/** Why a form was not taken. What was typed and sent stays. */
export type RefusedForm = {
  kind: "refused";
  form: ShownForm;
  fields: Readonly<Record<string, FieldProblem>>;
  lost: LostFile[];
  /** What is wrong with all of it. */
  problem: ErrorId | "loose" | null;
  /** The record that has the number already. */
  record: { id: string; name: string } | null;
  /** What others changed while the form was open; the form has the record's new version. */
  meanwhile: Meanwhile | null;
};

/** One field that others changed: a particular or a paper. */
export type ChangedField = {
  field: ParticularName | DocumentKind;
  now: string;
  /** Whether something else was typed or chosen, which is kept. */
  isYoursKept: boolean;
};

/** What may have happened to a record that is there. */
export type HistoryAction = Extract<
  AuditAction,
  | "candidate-added"
  | "candidate-updated"
  | "candidate-hidden"
  | "candidate-unhidden"
  | "candidate-approved"
  | "candidate-denied"
  | "candidate-sent-back"
>;

export type FieldChange =
  | { kind: "text"; field: ParticularName | "returnReason"; from: string; to: string }
  | { kind: "paper"; field: DocumentKind; was: "added" | "replaced" | "removed" };

export type HistoryLine = {
  at: string;
  /** Null where there is no account of that id any more. */
  who: string | null;
  action: HistoryAction;
  changes: FieldChange[];
};

export type Meanwhile = { events: HistoryLine[]; changes: ChangedField[] };

/** What became of a form that was kept while it is filled in. */
export type KeptForm = {
  kind: "kept";
  /** Which opened page is spoken to. */
  opening: string;
  /** `elsewhere`: the form is open in another window, or done with there. */
  state: "kept" | "elsewhere" | "not-kept";
  /** The name that the form has from now on: another one where the old one is taken in another window. */
  goesOnAs: string;
  missing: string[];
  taken: Partial<Record<"passportNumber" | "irccNumber", { record: { id: string; name: string } | null }>>;
};

export const noParticulars: Particulars = {
  passportNumber: "",
  irccNumber: "",
  name: "",
  fatherName: "",
  motherName: "",
  address: "",
  nationality: "",
};

export type FormAnswer = RefusedForm | KeptForm;
