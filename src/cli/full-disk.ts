import { codeOf, isPortalError, StartRefused } from "#core/errors.ts";

/** If the disk is full, throws this sentence, which names the place. The system's message does not. */
export async function withDiskFullMessage<Result>(work: Promise<Result>, sentence: string): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const cause = isPortalError(error) ? error.cause : error;
    if (!isFull(cause)) throw error;
    throw new StartRefused(sentence, { cause });
  }
}

/** SQLite reports a full disk by a number, 13. */
const isFull = (cause: unknown): boolean =>
  ["ENOSPC", "EDQUOT"].includes(codeOf(cause) ?? "") ||
  (cause instanceof Error && "errcode" in cause && cause.errcode === 13);
