import { randomBytes, randomInt } from "node:crypto";
import { appendLeaf, appendLeaves } from "#test/support/log-leaves.ts";
import { signCheckpoint } from "#operations/log/checkpoints.ts";
import { proveInclusion } from "#operations/log/prove-inclusion.ts";
import type { Portal } from "#operations/portal/portal.ts";
import type { Writer } from "#storage/database/database.ts";
import { timeOf } from "../support/measure.ts";
import { p99AtMost, type Row } from "../support/row.ts";

const leaves = 1_000_000;
const leavesAtOnce = 5000;
const rounds = 30;

/** The costs of the public log: proofs of inclusion and checkpoints of a million leaves. */
export async function publicLog(engine: string, portal: Portal, afterFilling: () => Promise<unknown>): Promise<Row[]> {
  for (let made = 0; made < leaves; made += leavesAtOnce) {
    const entries = Array.from({ length: leavesAtOnce }, newEntry);
    await portal.database.write((writer) => appendLeaves(portal, writer, entries));
  }
  await signCheckpoint(portal);
  await afterFilling();

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
  const inclusion = `proof of inclusion among a million leaves on ${engine}`;
  const checkpoint = `checkpoint of a million leaves on ${engine}`;
  return [
    p99AtMost(inclusion, "ms", proofs.measured, { floor: proofs.floor, target: 5 }),
    p99AtMost(checkpoint, "ms", checkpoints.measured, { floor: checkpoints.floor, target: 50 }),
  ];
}

const newEntry = () => ({ kind: "published", commitment: randomBytes(32) }) as const;

const addLeaf = (portal: Portal, writer: Writer) => appendLeaf(portal, writer, newEntry());
