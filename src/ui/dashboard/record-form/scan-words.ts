import { m } from "#i18n/compiled/messages.js";

/** Why a file is not here, by the id of the error. */
export const scanProblem = (problem: string): string => (problems.get(problem) ?? m.scan_failed)();

const problems = new Map<string, () => string>([
  ["no-answer", m.scan_no_answer],
  ["image-gone", m.scan_gone],
  ["empty-file", m.scan_empty],
  ["file-too-large", m.scan_too_large],
  ["too-large", m.scan_too_large],
  ["too-many-pixels", m.scan_too_many_pixels],
  ["unsupported-file", m.scan_unsupported],
  ["broken-file", m.scan_broken],
  ["locked-pdf", m.scan_locked],
  ["pdf-without-pages", m.scan_without_pages],
  ["decoding-took-too-long", m.scan_cannot_open],
  ["decoding-took-too-much", m.scan_cannot_open],
  ["decoding-failed", m.scan_cannot_open],
  ["too-many-requests", m.scan_wait],
  ["not-signed-in", m.scan_signed_out],
]);
