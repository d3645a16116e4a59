import type { ErrorId } from "#core/errors.ts";

export const decodingProblems = [
  "broken-file",
  "too-many-pixels",
  "locked-pdf",
  "pdf-without-pages",
  "internal",
] as const satisfies ErrorId[];

export type DecodingProblem = (typeof decodingProblems)[number];

export const isDecodingProblem = (id: ErrorId): id is DecodingProblem =>
  decodingProblems.some((problem) => problem === id);
