import { randomBytes, randomUUID } from "node:crypto";
import { PortalError } from "#core/errors.ts";
import { parseReport, referenceOf } from "#core/reports/report.ts";
import { networkOf } from "#limits/network-of.ts";
import { newDataKey } from "#sealing/data-keys.ts";
import { sealJson } from "#sealing/sealed-json.ts";
import { insertReport } from "#storage/database/reports.ts";
import type { Portal } from "../portal.ts";
import { reportPlace } from "./sealed-report.ts";

const byClient = { name: "report by client", atMost: 10, withinSeconds: 60 * 60 };

type Sender = {
  clientAddress: string;
  /** It came from a program that fills in every field: answered like any other, and not kept. */
  isJunk: boolean;
};

/** Keeps what a visitor reports for staff to read. Whether there is such a record is neither asked nor told. */
export async function receiveReport(
  portal: Portal,
  input: unknown,
  { clientAddress, isJunk }: Sender,
): Promise<{ reference: string }> {
  const report = parseReport(input);
  const reference = referenceOf(randomBytes(8));
  if (isJunk) return { reference };
  const verdict = await portal.limits.attempt([{ rule: byClient, key: networkOf(clientAddress) }]);
  if (!verdict.allowed) throw new PortalError("too-many-requests", { waitSeconds: verdict.waitSeconds });
  const id = randomUUID();
  const { key, wrapped } = newDataKey(portal.keyring, id);
  const row = {
    id,
    reference,
    registry: portal.registry,
    received_at: portal.now(),
    closed_at: null,
    closed_by: null,
    key_set: portal.keyring.current.id,
    wrapped_key: wrapped,
    sealed: sealJson(key, reportPlace(id), report),
  };
  await portal.database.write((writer) => insertReport(writer, row));
  return { reference };
}
