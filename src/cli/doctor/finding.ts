import type { Config } from "#config";
import type { Keyring } from "#sealing/keyring.ts";
import type { BlobStore } from "#storage/blobs/blob-store.ts";
import type { Database } from "#storage/database/database.ts";
import type { SeenRequest } from "#server/checks/doctor-question.ts";

export type Finding = {
  level: "ok" | "warning" | "wrong";
  /** One or more full sentences. */
  found: string;
  /** What to do about it. */
  todo?: string;
};

/** The response to a request that went through PUBLIC_URL. `seen` is null if another program answered. */
export type SiteReply = { date: number | null; seen: SeenRequest | null };

/**
 * What checks look at. Each part is opened at its first use. If that fails, it fails for every check that needs the
 * part.
 */
export type SiteParts = {
  config: Config;
  keyring: () => Promise<Keyring>;
  database: () => Promise<Database>;
  blobs: () => Promise<BlobStore>;
  answer: () => Promise<SiteReply>;
};

/** A check changes nothing. If it throws, the result is "wrong". */
export type Check = (site: SiteParts) => Promise<Finding> | Finding;

export const ok = (found: string): Finding => ({ level: "ok", found });
export const warning = (found: string, todo: string): Finding => ({ level: "warning", found, todo });
export const wrong = (found: string, todo: string): Finding => ({ level: "wrong", found, todo });

/**
 * Thrown if a part fails that a check needs but does not look at itself. Another line says what is wrong with that
 * part.
 */
export class NotKnown extends Error {}

/** Returns the part. If it failed, throws "Not known" and names the check to look at. */
export const needed = <Part>(part: Promise<Part>, where: string): Promise<Part> =>
  part.catch((cause: unknown) => {
    throw new NotKnown(`This depends on the check ${where}.`, { cause });
  });
