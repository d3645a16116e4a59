import type { KeyPurpose } from "#verify/public-keys.ts";
import type { Reader, Writer } from "../database.ts";
import type { Row } from "../rows.ts";

export type SigningKeyRow = Row<"signing_key">;

type KeyUse = { registry: string; purpose: KeyPurpose };

export const signsFor = ({ registry, purpose }: KeyUse): string => `${purpose}/${registry}`;

export const currentKeyRow = (reader: Reader, of: KeyUse) =>
  reader.selectFrom("signing_key").selectAll().where("signs_for", "=", signsFor(of)).executeTakeFirst();

export const signingKeyRows = (reader: Reader, registry: string): Promise<SigningKeyRow[]> =>
  reader
    .selectFrom("signing_key")
    .selectAll()
    .where("registry", "=", registry)
    .orderBy("made_at", "desc")
    .orderBy("id")
    .execute();

/** Does nothing if another process inserted a key first. */
export async function insertSigningKey(writer: Writer, row: SigningKeyRow): Promise<void> {
  await writer
    .insertInto("signing_key")
    .values(row)
    .onConflict((conflict) => conflict.column("signs_for").doNothing())
    .execute();
}
