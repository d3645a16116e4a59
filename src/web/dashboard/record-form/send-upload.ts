import type { DocumentKind } from "#core/records/document-kinds.ts";

/** How far one file is. */
type SendStep =
  | { step: "sending"; sent: number; total: number }
  | { step: "processing" }
  | { step: "done"; id: string }
  | { step: "failed"; problem: string; canRetry: boolean };

type Sending = { use: "paper" | "portrait"; onStep: (step: SendStep) => void; signal: AbortSignal };

/** Sends one file to the site; settles when it is there, or is not. */
export type SendUpload = (file: Blob, sending: Sending) => Promise<unknown>;

/** A scan of the form: on its way, there, or lost. */
export type Scan = {
  key: string;
  /** What it is; null while nobody has said so. */
  kind: DocumentKind | null;
  name: string;
  /** The file as it was chosen, for as long as the page is open. */
  file: Blob | null;
  step: SendStep | { step: "queued" };
  pages: number;
  isStored: boolean;
  isTakenAway: boolean;
};

export const idOf = ({ step }: Scan): string | null => (step.step === "done" ? step.id : null);

export const isOnItsWay = ({ step }: Scan): boolean => step.step !== "done" && step.step !== "failed";
