import { replaceTotpSecrets, totpAfter, type TotpRow } from "#storage/database/factors.ts";
import type { AccountDesk } from "../account-desk.ts";
import { decrypted, encrypted } from "./encryption.ts";
import { envelopeOf } from "./library-secrets.ts";

const batch = 100;

/** Encrypts factors anew that an older secret encrypted; how many. One that no secret opens stays, and is reported. */
export async function rotateFactors(desk: AccountDesk): Promise<number> {
  const current = envelopeOf(desk.keyring.current);
  const isOld = ({ secret, recovery_codes }: TotpRow) =>
    !secret.startsWith(current) || !recovery_codes.startsWith(current);
  let rotated = 0;
  let rows: TotpRow[] = [];
  do {
    rows = await totpAfter(desk.database.read, rows.at(-1)?.id ?? "", batch);
    for (const row of rows.filter(isOld)) {
      await rotate(desk, row).then(
        () => (rotated += 1),
        (error: unknown) => desk.report(error),
      );
    }
  } while (rows.length === batch);
  return rotated;
}

async function rotate({ database, keyring }: AccountDesk, row: TotpRow): Promise<void> {
  const anew = async (data: string) => encrypted(keyring, await decrypted(keyring, data));
  const changes = { secret: await anew(row.secret), recovery_codes: await anew(row.recovery_codes) };
  await database.write((writer) => replaceTotpSecrets(writer, row, changes));
}
