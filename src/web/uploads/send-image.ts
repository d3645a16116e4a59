/** How far one file is, for a bar beside it. */
export type UploadStep =
  | { step: "sending"; sent: number; total: number }
  /** Every byte is there; the site makes the images now. */
  | { step: "processing" }
  | { step: "done"; id: string; url: string }
  /** In words for a person. `canRetry`: the same file may succeed another time. */
  | { step: "failed"; reason: string; canRetry: boolean };

type Upload = {
  use: "paper" | "portrait";
  onStep: (step: UploadStep) => void;
  signal?: AbortSignal;
};

/** No answer came: the line broke, or somebody gave up. */
type Texts = { noAnswer: string };

/**
 * Sends one file and says how far it is. One request for each file, so that each has its own progress and each can be
 * sent again alone. XMLHttpRequest, because fetch does not tell how much was sent.
 */
export function sendImage(file: Blob, { use, onStep, signal }: Upload, { noAnswer }: Texts): Promise<UploadStep> {
  const { promise, resolve } = Promise.withResolvers<UploadStep>();
  const request = new XMLHttpRequest();
  const end = (step: UploadStep) => {
    onStep(step);
    resolve(step);
  };
  request.upload.addEventListener("progress", ({ loaded, total }) => onStep({ step: "sending", sent: loaded, total }));
  request.upload.addEventListener("load", () => onStep({ step: "processing" }));
  request.addEventListener("load", () => end(stepOf(request, noAnswer)));
  for (const event of ["error", "abort", "timeout"]) {
    request.addEventListener(event, () => end({ step: "failed", reason: noAnswer, canRetry: true }));
  }
  signal?.addEventListener("abort", () => request.abort(), { once: true });
  const form = new FormData();
  form.append("image", file);
  request.open("POST", `/images?use=${use}`);
  request.responseType = "json";
  request.send(form);
  return promise;
}

type Answer = { data?: { id: string; url: string }; error?: { message: string } } | null;

function stepOf({ status, response }: XMLHttpRequest, noAnswer: string): UploadStep {
  const answer = response as Answer;
  if (status === 201 && answer?.data) return { step: "done", ...answer.data };
  // What is wrong with the file stays wrong; what is wrong with the site may pass.
  return { step: "failed", reason: answer?.error?.message ?? noAnswer, canRetry: status >= 500 || status === 429 };
}
