import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { codeOf } from "#core/errors.ts";

const orderSchema = z.object({
  /** A folder or s3://…; empty for BACKUP_URL. */
  place: z.string(),
  /** Newest first. Empty if the site has the secret already. */
  secrets: z.array(z.string()),
  /** The hash of the token of the setup link: its holder sees the result. */
  link: z.string(),
  /** How often the restore was begun. Once it was, the restore has written what the database holds. */
  begun: z.int(),
  /** The name of the backup that was restored. Empty until its rows are there, and in an order of 1.1. */
  restored: z.string().default(""),
});

/** A restore that somebody ordered on the page of the setup link. It is carried out again until it succeeds or fails. */
export type RestoreOrder = z.output<typeof orderSchema>;

const linked = { link: z.string() };

export const restoreResultSchema = z.union([
  z.object({ ...linked, problem: z.string() }),
  z.object({
    ...linked,
    problem: z.null(),
    madeAt: z.string(),
    records: z.int(),
    accounts: z.int(),
    documents: z.int(),
    erasedAgain: z.int(),
    /** Deleted people whom the backup brought back, and whom the site could not delete again. */
    notErased: z.int(),
  }),
]);

/** With the link of its order. */
export type RestoreResult = z.output<typeof restoreResultSchema>;

export type RestoresByPage = {
  readonly orderFile: string;
  /** True if SECRET is set: no page can change it. */
  readonly isSecretGiven: boolean;
  /** How the order ended that this process, or another one of its supervisor, carried out last. */
  result: RestoreResult | null;
};

/** True until the order is carried out. */
export const isRestoring = ({ restores }: { restores: RestoresByPage }): boolean => existsSync(restores.orderFile);

export async function readOrder(file: string): Promise<RestoreOrder | null> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : orderSchema.parse(JSON.parse(text));
}
