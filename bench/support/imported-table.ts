import { setTimeout as delay } from "node:timers/promises";
import { writeXlsx } from "hucre/xlsx";
import { z } from "zod";
import { tokenFor } from "#test/support/accounts/signed-in.ts";
import { type BenchedServer, benchAdmin } from "./server.ts";

/** The passport number of the person in this row. */
export const passportAt = (at: number): string => `AB${1_000_000 + at}`;

export function workbook(people: number, address = "House 12, Road 5, Dhanmondi, Dhaka"): Promise<Uint8Array> {
  const heads = ["Passport no", "IRCC no", "Name", "Father's name", "Mother's name", "Address", "Nationality"];
  const rows = Array.from({ length: people }, (_, at) => [
    passportAt(at),
    `W${10_000_000 + at}`,
    `Rahim Uddin ${at}`,
    "Karim Uddin",
    "Amina Begum",
    address,
    "BANGLADESH",
  ]);
  return writeXlsx({ sheets: [{ name: "People", rows: [heads, ...rows] }] });
}

const insertedSchema = z.object({ insertedId: z.string() });
const importSchema = z.object({ state: z.string(), done: z.number() });

/** Imports a table as a program does, from the upload to the last record. */
export async function importTable(server: BenchedServer & { cookie: string }, table: Uint8Array, people: number) {
  const headers = { Authorization: `Bearer ${await tokenFor(server.url, benchAdmin.email, server.cookie)}` };
  const form = new FormData();
  form.append("table", new Blob([new Uint8Array(table)]), "people.xlsx");
  const sent = await fetch(`${server.url}/import`, { method: "POST", body: form, headers });
  if (sent.status !== 201) throw new Error(`an import was answered with ${sent.status}`);
  const { insertedId } = insertedSchema.parse(await sent.json());
  for (;;) {
    const answer = await fetch(`${server.url}/import/${insertedId}`, { headers });
    const { state, done } = importSchema.parse(await answer.json());
    if (state === "done" && done === people) return;
    if (state === "done" || state === "stopped") throw new Error(`${done} rows of ${people} were imported`);
    await delay(200);
  }
}
