type UploadStep =
  | { step: "sending"; sent: number; total: number }
  /** Every byte is there; the site makes the images now. */
  | { step: "processing" }
  | { step: "done"; id: string }
  /** `problem`: the id of the error, or that no answer came. `canRetry`: the same file may succeed another time. */
  | { step: "failed"; problem: string; canRetry: boolean };

/** One file of a form: on its way, there, or failed; or stored already. */
export type Upload<Kind = unknown> = {
  key: string;
  /** What it is to be, such as a kind of document; null while nobody has said so. */
  kind: Kind | null;
  /** What it seems to be, for as long as nobody has said so. */
  guess: Kind | null;
  name: string;
  /** The file as it was chosen, for as long as the page is open. */
  file: Blob | null;
  /** `guessing`: the page looks at it before it is sent. */
  step: UploadStep | { step: "guessing" } | { step: "queued" };
  pages: number;
  isStored: boolean;
  isTakenAway: boolean;
  /** Another file takes the place of this one, which is on record, when the form is saved. */
  isReplaced: boolean;
};

export const idOf = ({ step }: Upload): string | null => (step.step === "done" ? step.id : null);

export const isOnItsWay = ({ step }: Upload): boolean => step.step !== "done" && step.step !== "failed";

type SendOptions = { use: "paper" | "portrait"; onStep: (step: UploadStep) => void; signal?: AbortSignal };

/** The line broke, or somebody gave up. */
const noAnswer = "no-answer";

/** Sends one file, so that each has its own progress and retry. XMLHttpRequest, because fetch reports no upload progress. */
export function sendImage(file: Blob, { use, onStep, signal }: SendOptions): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const request = new XMLHttpRequest();
  const end = (step: UploadStep) => {
    onStep(step);
    resolve();
  };
  request.upload.addEventListener("progress", ({ loaded, total }) => onStep({ step: "sending", sent: loaded, total }));
  request.upload.addEventListener("load", () => onStep({ step: "processing" }));
  request.addEventListener("load", () => end(stepOf(request)));
  for (const event of ["error", "abort", "timeout"]) {
    request.addEventListener(event, () => end({ step: "failed", problem: noAnswer, canRetry: true }));
  }
  signal?.addEventListener("abort", () => request.abort(), { once: true });
  const form = new FormData();
  form.append("image", file);
  request.open("POST", `/images?use=${use}`);
  request.responseType = "json";
  request.send(form);
  return promise;
}

type Answer = { data?: { id: string; url: string }; error?: { id: string } } | null;

function stepOf({ status, response }: XMLHttpRequest): UploadStep {
  const answer = response as Answer;
  if (status === 201 && answer?.data) return { step: "done", ...answer.data };
  // What is wrong with the file stays wrong; what is wrong with the site may pass.
  return { step: "failed", problem: answer?.error?.id ?? noAnswer, canRetry: status >= 500 || status === 429 };
}
