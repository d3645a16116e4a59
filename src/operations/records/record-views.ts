import { randomUUID } from "node:crypto";
import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import { checkInput, requiredText } from "#core/fields.ts";
import { isOwnName } from "#core/own-fields/own-field.ts";
import { isRecordColumn, type ListColumn } from "#core/records/list-columns.ts";
import type { Actor, AccountActor } from "#core/accounts/actor.ts";
import { authorize, mayHaveViews } from "#core/accounts/permissions.ts";
import { isRowId } from "#storage/database/database.ts";
import { lockPerson } from "#storage/database/accounts/accounts.ts";
import { chosenColumns, deleteView, putView, viewsOf } from "#storage/database/records/record-views.ts";
import { putRow } from "#storage/database/rows.ts";
import type { Portal } from "../portal/portal.ts";

const maxViews = 30;

const viewSchema = z.object({
  name: requiredText(60),
  /** Filters and order, as in the address of the list: what may name somebody is sealed. No search for names or numbers. */
  query: z
    .string()
    .max(6000, { error: "too-long" })
    .regex(/^[\w=&-]*$/, { error: "unknown-choice" }),
});

const recordColumnsSchema = z.array(
  z.custom<ListColumn>((name) => typeof name === "string" && (isRecordColumn(name) || isOwnName(name))),
);

export type RecordView = { id: string; name: string; query: string };

/** Returns what this person has chosen for the list of records. `columns` is null if they never chose any. */
export async function readListChoices({ database: { read } }: Portal, actor: Actor) {
  authorize(mayHaveViews(actor), actor);
  const [views, chosen] = await Promise.all([viewsOf(read, actor.id), chosenColumns(read, actor.id)]);
  const columns = recordColumnsSchema.safeParse(chosen?.split(" ").filter((name) => name !== ""));
  return {
    views: views.map(({ id, name, query }): RecordView => ({ id, name, query })),
    columns: columns.success ? columns.data : null,
  };
}

/** Saves a view under a name, in place of the person's earlier view of that name. */
export async function saveView(portal: Portal, actor: Actor, input: unknown): Promise<void> {
  authorize(mayHaveViews(actor), actor);
  const view = checkInput(viewSchema, input);
  await portal.database.write(async (writer) => {
    await lockPerson(portal.database, writer, actor.id);
    const others = (await viewsOf(writer, actor.id)).filter(({ name }) => name !== view.name);
    if (others.length >= maxViews) throw new PortalError("invalid");
    await putView(writer, { id: randomUUID(), person_id: actor.id, ...view });
  });
}

/** Deletes a view of the actor. If there is no such view, nothing changes. */
export async function deleteOwnView({ database }: Portal, actor: AccountActor, { id }: { id: string }): Promise<void> {
  authorize(mayHaveViews(actor), actor);
  if (!isRowId(id)) throw new PortalError("not-found");
  await database.write((writer) => deleteView(writer, actor.id, id));
}

export async function chooseColumns({ database }: Portal, actor: Actor, names: unknown): Promise<void> {
  authorize(mayHaveViews(actor), actor);
  const columns = checkInput(z.object({ columns: recordColumnsSchema }), { columns: names }).columns.join(" ");
  await database.write((writer) => putRow(writer, "record_columns", ["person_id"], { person_id: actor.id, columns }));
}
