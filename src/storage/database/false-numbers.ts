import type { Reader, Writer } from "./database.ts";
import type { Row } from "./rows.ts";

export type FalseNumberRow = Row<"false_number">;

/** What changes whenever a number is marked, or a mark is deleted. */
export async function falseNumbersState(reader: Reader): Promise<string> {
  const { count, newest } = await reader
    .selectFrom("false_number")
    .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.max("seq").as("newest")])
    .executeTakeFirstOrThrow();
  return `${count} ${newest}`;
}

/** The newest first. */
export const falseNumberRows = (reader: Reader): Promise<FalseNumberRow[]> =>
  reader.selectFrom("false_number").selectAll().orderBy("seq", "desc").execute();

export async function deleteFalseNumbersEndedBefore(writer: Writer, time: number): Promise<void> {
  await writer.deleteFrom("false_number").where("ends_at", "<=", time).execute();
}
