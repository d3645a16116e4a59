import type { Config } from "#config";
import type { Keyring } from "#sealing/keyring.ts";
import type { BlobStore } from "#storage/blobs/blob-store.ts";
import type { Database } from "#storage/database/database.ts";
import type { Seen } from "#server/checks/doctor-question.ts";

export type Finding = {
  level: "ok" | "warning" | "wrong";
  /** One or more whole sentences. */
  found: string;
  /** What to do about it. */
  todo?: string;
};

/** An answer to a request that went through PUBLIC_URL. `seen` is null where somebody else answered. */
export type Answer = { date: number | null; seen: Seen | null };

/** What checks look at. Each part is opened when the first asks, and fails for all who need it. */
export type SiteParts = {
  config: Config;
  keyring: () => Promise<Keyring>;
  database: () => Promise<Database>;
  blobs: () => Promise<BlobStore>;
  answer: () => Promise<Answer>;
};

/** Changes nothing. What it throws is shown as wrong. */
export type Check = (site: SiteParts) => Promise<Finding> | Finding;

export const ok = (found: string): Finding => ({ level: "ok", found });
export const warning = (found: string, todo: string): Finding => ({ level: "warning", found, todo });
export const wrong = (found: string, todo: string): Finding => ({ level: "wrong", found, todo });

/** Thrown by what a check needs and does not look at itself: another line says what is wrong there. */
export class NotKnown extends Error {}

/** The part, or "not known" with where to look. */
export const needed = <Part>(part: Promise<Part>, where: string): Promise<Part> =>
  part.catch((cause: unknown) => {
    throw new NotKnown(`Not known: see ${where}.`, { cause });
  });
