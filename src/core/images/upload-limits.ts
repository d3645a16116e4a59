import { dayMs } from "../durations.ts";
const megabyte = 1_000_000;

export const uploadLimits = {
  bytesInFile: 15 * megabyte,
  filesInRequest: 12,
  bytesInRequest: 150 * megabyte,
  /** Further pages of a file are left out. */
  pagesInDocument: 10,
} as const;

/** An upload that no record or post uses within this time is deleted. */
export const uploadLifetimeMs = dayMs;
