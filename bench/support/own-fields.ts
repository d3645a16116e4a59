import { sql } from "kysely";
import {
  type OwnField,
  type OwnFieldType,
  ownFieldTypes,
  maxOwnFields,
  mayBeSearched,
} from "#core/own-fields/own-field.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { system } from "#core/accounts/actor.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { ownHashes, rowsOf } from "#operations/sealed/own-hashes.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import type { Writer } from "#storage/database/database.ts";
import { fillOwnIndexAnew, noteFilled, putOwnHashes } from "#storage/database/records/own-index.ts";

/** As many own fields as a site can have, three of each type. All that can be searched are. */
export const benchOwnFields: readonly OwnField[] = Array.from({ length: maxOwnFields }, (_, at) => {
  const type = ownFieldTypes[at % ownFieldTypes.length] ?? "text";
  return {
    id: `f${at + 1}`,
    type,
    audience: "staff",
    labels: { en: `Field ${at + 1} of the bench` },
    hints: {},
    isNeeded: false,
    choices: type === "choice" ? ["Dhaka", "Sylhet", "Khulna", "Rajshahi"] : [],
    isRemoved: false,
    isSearched: mayBeSearched(type),
  };
});

/** Half of the records have the second value of a choice or yes-no, one in a hundred each country, three of a million each text. */
const valuesOf: Record<OwnFieldType, (place: number) => string> = {
  text: (place) => `Sponsor ${place % 333_333}`,
  "long-text": (place) =>
    `Came with the agent of ${place % 977}, pays in three parts, and asks to be called in the evening.`,
  number: (place) => String(1000 * (place % 400)),
  day: (place) => new Date(Date.UTC(2024, 0, 1 + (place % 700))).toISOString().slice(0, 10),
  choice: (place) => (place % 2 === 0 ? "Sylhet" : place % 3 === 0 ? "Khulna" : "Dhaka"),
  "yes-no": (place) => (place % 2 === 0 ? "no" : "yes"),
  country: (place) => (place % 100 === 0 ? "QA" : "SA"),
  phone: (place) => `+8801711${String(place % 1_000_000).padStart(6, "0")}`,
};

/** One record in fifty has nothing in any of them. */
export const benchOwnValues = (place: number): Record<string, string> =>
  place % 50 === 49
    ? {}
    : Object.fromEntries(benchOwnFields.map(({ id, type }, at) => [id, valuesOf[type](place + at * 31)]));

const searched = benchOwnFields.filter(({ isSearched }) => isSearched);

export const putBenchHashes = (
  { keyring }: Portal,
  writer: Writer,
  records: readonly (CandidateRecord & { seq: number })[],
) =>
  putOwnHashes(
    writer,
    records.flatMap((record) => rowsOf(record, ownHashes(keyring.current, record, searched))),
  );

/** Declares the fields, and lets `fill` write their hashes. The index is made afterwards: row by row it takes far longer. */
export async function withBenchFields(portal: Portal, fill: () => Promise<void>): Promise<void> {
  await changeSettings(portal, system("bench"), { change: { ownFields: [...benchOwnFields] } });
  const { database } = portal;
  await database.write((writer) => sql`drop index own_value_by_hash`.execute(writer));
  await fill();
  await database.write(async (writer) => {
    await sql`create index own_value_by_hash on own_value (field, hash, record_seq)`.execute(writer);
    await fillOwnIndexAnew(
      writer,
      searched.map(({ id }) => id),
    );
    for (const { id } of searched) await noteFilled(writer, id, Number.MAX_SAFE_INTEGER, true);
  });
}
