import { isPortalError } from "#core/errors.ts";

/** Remembers whether the last write was refused because nothing can be saved. */
export class Saving {
  isRefused = false;

  async note<Result>(write: Promise<Result>): Promise<Result> {
    try {
      const result = await write;
      this.isRefused = false;
      return result;
    } catch (error) {
      this.isRefused ||= isPortalError(error) && error.savesNothing;
      throw error;
    }
  }
}
