import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { searchedForm } from "#core/records/names.ts";
import { namesAfter, putFoldedName } from "#storage/database/records/records.ts";
import type { Portal } from "../portal/portal.ts";

const readAtOnce = 1000;

/** Makes names with accents that 1.1 wrote found without them, too. It reads all names, and can be stopped at any time. */
export async function foldNamesAnew({ database }: Portal, stopping?: AbortSignal): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined && !stopping?.aborted;) {
    const rows = await namesAfter(database.read, after, readAtOnce);
    const stale = rows.filter((row) => row.name_folded !== searchedForm(row.name));
    if (stale.length > 0)
      await database.write(async (writer) => {
        for (const { seq, name } of stale) await putFoldedName(writer, seq, name, searchedForm(name));
      });
    after = rows.at(-1)?.seq;
    await yieldToEventLoop();
  }
}
