type UploadStep =
  | { step: "sending"; sent: number; total: number }
  /** Every byte has arrived; the site is making the images. */
  | { step: "processing" }
  | { step: "done"; id: string }
  /** `problem` is the id of the error, or `noAnswer`. `canRetry` is true if a retry with the same file may succeed. */
  | { step: "failed"; problem: string; canRetry: boolean };

/** One file of a form: being sent, uploaded, failed, or already stored. */
export type Upload<Kind = unknown> = {
  key: string;
  /** What the file is, such as a kind of document; null until the user has chosen. */
  kind: Kind | null;
  /** What the file seems to be, until the user has chosen. */
  guess: Kind | null;
  name: string;
  /** The file as it was chosen on this page; null if it was chosen on an earlier page. */
  file: Blob | null;
  /** `guessing`: the page inspects the file before it is sent. */
  step: UploadStep | { step: "guessing" } | { step: "queued" };
  pages: number;
  isStored: boolean;
  isTakenAway: boolean;
  /** True for a stored file that another file replaces when the form is saved. */
  isReplaced: boolean;
};

export const idOf = ({ step }: Upload): string | null => (step.step === "done" ? step.id : null);

export const isUploading = ({ step }: Upload): boolean => step.step !== "done" && step.step !== "failed";

/** True for a file that failed, if the page has it and a retry may succeed. */
export const mayBeSentAgain = ({ step, file }: Upload): boolean =>
  step.step === "failed" && step.canRetry && file !== null;

/** True for a file that failed on an earlier page: only the user has it. */
export const isMissing = ({ step, file }: Upload): boolean => step.step === "failed" && file === null;

type SendOptions = { use: "paper" | "portrait"; onStep: (step: UploadStep) => void; signal?: AbortSignal };

/** The connection broke, or the request was aborted. */
const noAnswer = "no-answer";

/** The problem under which a draft lists a file that is being sent. It remains if the page is closed before. */
export const notArrived = "not-arrived";

/**
 * Sends one file, so that each has its own progress and retry. Uses XMLHttpRequest, because fetch reports no upload
 * progress.
 */
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

type UploadReply = { data?: { id: string; url: string }; error?: { id: string } } | null;

function stepOf({ status, response }: XMLHttpRequest): UploadStep {
  const answer = response as UploadReply;
  if (status === 201 && answer?.data) return { step: "done", ...answer.data };
  // A problem with the file is permanent. A problem with the site or the session may end.
  const canRetry = status >= 500 || [401, 403, 429].includes(status);
  return { step: "failed", problem: answer?.error?.id ?? noAnswer, canRetry };
}
