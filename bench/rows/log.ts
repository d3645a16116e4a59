import { randomBytes, randomInt } from "node:crypto";
import { system } from "#core/staff/actor.ts";
import { appendLeaf, appendLeaves } from "#test/support/log-leaves.ts";
import { signCheckpoint } from "#operations/log/checkpoints.ts";
import { proveInclusion } from "#operations/log/prove-inclusion.ts";
import type { Portal } from "#operations/portal.ts";
import { hideRecord, unhideRecord } from "#operations/records/change-record.ts";
import type { Writer } from "#storage/database/database.ts";
import { fillDatabase } from "../support/fill-database.ts";
import { mediansInTurn, timeOf } from "../support/measure.ts";
import { atLeast, oftenAtMost, type Row } from "../support/row.ts";

const admin = system("bench");
const records = 100_000;
const leaves = 1_000_000;
const leavesAtOnce = 5000;
const rounds = 30;
const changesInRound = 40;

/** What the public log costs: a change of a record with a leaf and without, proofs, and checkpoints of a million leaves. */
export async function publicLog(engine: string, portal: Portal, afterFilling: () => Promise<unknown>): Promise<Row[]> {
  await fillDatabase(portal, records);
  for (let made = 0; made < leaves; made += leavesAtOnce) {
    const entries = Array.from({ length: leavesAtOnce }, newEntry);
    await portal.database.write((writer) => appendLeaves(portal, writer, entries));
  }
  await signCheckpoint(portal);
  await afterFilling();

  let round = 0;
  const rates = await mediansInTurn(
    {
      plain: () => changesPerSecond(portal, (round += 1), undefined),
      logged: () => changesPerSecond(portal, (round += 1), async (writer) => void (await addLeaf(portal, writer))),
    },
    rounds,
  );

  const checkpoints = { measured: [] as number[], floor: [] as number[] };
  for (let signed = 0; signed < rounds; signed += 1) {
    await portal.database.write((writer) => addLeaf(portal, writer));
    checkpoints.measured.push(await timeOf(() => signCheckpoint(portal)));
    checkpoints.floor.push(await timeOf(() => portal.database.ping()));
  }

  const proofs = { measured: [] as number[], floor: [] as number[] };
  for (let asked = 0; asked < 2000; asked += 1) {
    const place = { generation: 1, position: randomInt(leaves) };
    proofs.measured.push(await timeOf(() => proveInclusion(portal, place)));
    proofs.floor.push(await timeOf(() => portal.database.ping()));
  }
  const changed = `records changed with a leaf of the log on ${engine}, ${records} records`;
  const inclusion = `proof of inclusion among a million leaves on ${engine}`;
  const checkpoint = `checkpoint of a million leaves on ${engine}`;
  return [
    atLeast(changed, "/s", rates.logged, rates.plain, 0.8),
    oftenAtMost(inclusion, "ms", proofs.measured, { floor: proofs.floor, target: 5 }),
    oftenAtMost(checkpoint, "ms", checkpoints.measured, { floor: checkpoints.floor, target: 50 }),
  ];
}

const newEntry = () => ({ kind: "published", commitment: randomBytes(32) }) as const;

const addLeaf = (portal: Portal, writer: Writer) => appendLeaf(portal, writer, newEntry());

/** Hides records and shows them again. */
async function changesPerSecond(portal: Portal, round: number, note: ((writer: Writer) => Promise<void>) | undefined) {
  const ms = await timeOf(async () => {
    for (let at = 0; at < changesInRound / 2; at += 1) {
      const target = { id: `bench-${(round * changesInRound + at) % records}`, note };
      await hideRecord(portal, admin, target);
      await unhideRecord(portal, admin, target);
    }
  });
  return (changesInRound * 1000) / ms;
}
