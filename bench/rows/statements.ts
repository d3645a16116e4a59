import { logAuditEvent } from "#operations/portal/log-audit-event.ts";
import { addRecord } from "#operations/records/add-record.ts";
import { decideOnRecord } from "#operations/records/change-record.ts";
import { recordEntity } from "#operations/records/record-entity.ts";
import { sealRecord } from "#operations/sealed/record-indexes.ts";
import { wrapKey } from "#sealing/data-keys.ts";
import { updateRow } from "#storage/database/rows.ts";
import type { OpenPortal } from "#server/open-portal.ts";
import { freshAdmin } from "#test/support/accounts/fresh-accounts.ts";
import { particulars } from "#test/support/accounts/people.ts";
import { fillDatabase } from "../support/fill-database.ts";
import { median, timeOf } from "../support/measure.ts";
import { atLeast, type Row } from "../support/row.ts";

const records = 100_000;
const rounds = 15;
const inRound = 40;

/** Approves records one after another, with and without signing and logging a statement of each. */
export async function statements(
  engine: string,
  portal: OpenPortal,
  afterFilling: () => Promise<unknown>,
): Promise<Row[]> {
  await fillDatabase(portal, records);
  await afterFilling();
  const admin = await freshAdmin(portal);
  const { save } = recordEntity;
  const saveOnly: typeof save = async (within, writer, { after, key }, event) => {
    const wrapped = wrapKey(portal.keyring, after.id, key);
    await updateRow(writer, "candidate", after.id, sealRecord(portal, after, { key, wrapped }));
    await logAuditEvent(within, writer, event, key);
    return after;
  };
  const rates = { with: [] as number[], without: [] as number[] };
  for (let round = 0; round < 2 * rounds; round += 1) {
    const kind = round % 2 === 0 ? "with" : "without";
    const ids: string[] = [];
    for (let at = 0; at < inRound; at += 1) {
      const { id } = await addRecord(portal, admin, { particulars: particulars(), images: {} });
      await decideOnRecord(portal, admin, { id }, "deny");
      ids.push(id);
    }
    if (kind === "without") recordEntity.save = saveOnly;
    const ms = await timeOf(async () => {
      for (const id of ids) await decideOnRecord(portal, admin, { id }, "approve");
    });
    recordEntity.save = save;
    rates[kind].push((inRound / ms) * 1000);
  }
  const name = `approvals on ${engine}, stated and logged, ${records} records; floor: without`;
  return [atLeast(name, "/s", median(rates.with), median(rates.without), 0.8)];
}
