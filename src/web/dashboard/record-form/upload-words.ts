import { m } from "#i18n/compiled/messages.js";

/** Why a file is not here, by the id of the error. */
export const uploadProblem = (problem: string): string => (problems.get(problem) ?? m.upload_failed)();

const problems = new Map<string, () => string>([
  ["no-answer", m.upload_no_answer],
  ["image-gone", m.upload_gone],
  ["empty-file", m.upload_empty],
  ["file-too-large", m.upload_too_large],
  ["too-large", m.upload_too_large],
  ["too-many-pixels", m.upload_too_many_pixels],
  ["unsupported-file", m.upload_unsupported],
  ["broken-file", m.upload_broken],
  ["locked-pdf", m.upload_locked],
  ["pdf-without-pages", m.upload_without_pages],
  ["decoding-took-too-long", m.upload_cannot_open],
  ["decoding-took-too-much", m.upload_cannot_open],
  ["decoding-failed", m.upload_cannot_open],
  ["too-many-requests", m.upload_wait],
  ["not-signed-in", m.upload_signed_out],
]);
