import { randomBytes } from "node:crypto";
import { listInTable, type NumberList } from "#core/desk/list-in-table.ts";
import { maxInList } from "#core/desk/organisation.ts";
import { PortalError } from "#core/errors.ts";
import type { FormWithFiles, FileReceiver } from "#core/images/form-with-files.ts";
import { rowsLookedAt } from "#core/imports/find-table.ts";
import { importFormFields, type TableRow } from "#core/imports/table.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayUseDesk } from "#core/accounts/permissions.ts";
import { readTable } from "#documents/spreadsheets/read-table.ts";
import { newDataKey } from "#sealing/data-keys.ts";
import { receiveTempFile } from "../images/encrypted-temp-file.ts";
import { originalBlob } from "../images/stored-image.ts";
import type { Portal } from "../portal/portal.ts";
import { secondNumberOf } from "../portal/second-number.ts";

/** Reads the table of a form. Nothing of it is stored. */
export const listReceiver = (portal: Portal, actor: Actor): FileReceiver<NumberList> => ({
  takes: (field) => field === importFormFields.table,
  skipsNameless: true,
  receive: async (bytes) => {
    authorize(mayUseDesk(actor), actor);
    const id = randomBytes(16).toString("hex");
    const { key } = newDataKey(portal.keyring, id);
    await using file = await receiveTempFile(portal.tempFolder, bytes, key, originalBlob(id));
    const rows: TableRow[] = [];
    for await (const some of readTable(await file.read(), portal.imagePipeline.roomForTables)) {
      rows.push(...some);
      // Titles may be above the heads. A longer table need not be read to its end.
      if (rows.length > maxInList + rowsLookedAt) throw new PortalError("list-too-long");
    }
    return listInTable(rows, secondNumberOf(portal));
  },
  discard: async () => undefined,
});

export function listOfForm({ files, fields }: FormWithFiles<NumberList>) {
  const [file, second] = files;
  if (second) throw new PortalError("too-many-files");
  if (!file) throw new PortalError("invalid", { fields: { [importFormFields.table]: "required" } });
  if ("failed" in file.outcome) throw file.outcome.failed;
  return { list: file.outcome.done, purpose: fields.get("purpose") ?? "" };
}
