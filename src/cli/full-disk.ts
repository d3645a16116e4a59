import { codeOf, isPortalError, StartRefused } from "#core/errors.ts";

/** Where the disk is full, fails with this sentence, which names the place: the system's own does not. */
export async function sayingFull<Result>(work: Promise<Result>, sentence: string): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const cause = isPortalError(error) ? error.cause : error;
    if (!isFull(cause)) throw error;
    throw new StartRefused(sentence, { cause });
  }
}

/** SQLite has a number for it. */
const isFull = (cause: unknown): boolean =>
  ["ENOSPC", "EDQUOT"].includes(codeOf(cause) ?? "") ||
  (cause instanceof Error && "errcode" in cause && cause.errcode === 13);
