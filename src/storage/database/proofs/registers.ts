import type { Reader, Writer } from "../database.ts";
import { putRow, type Row } from "../rows.ts";

type RegisterRow = Row<"read_register">;

export const keptRegisters = (reader: Reader, registry: string): Promise<RegisterRow[]> =>
  reader.selectFrom("read_register").selectAll().where("registry", "=", registry).execute();

/** When each register was read, without the lists, which are long. */
export const readTimes = (reader: Reader, registry: string) =>
  reader.selectFrom("read_register").select(["key", "read_at"]).where("registry", "=", registry).execute();

export const putRegister = (writer: Writer, row: RegisterRow): Promise<void> =>
  putRow(writer, "read_register", ["registry", "key"], row);

export async function deleteOtherRegisters(writer: Writer, registry: string, keys: readonly string[]): Promise<void> {
  await writer.deleteFrom("read_register").where("registry", "=", registry).where("key", "not in", keys).execute();
}
