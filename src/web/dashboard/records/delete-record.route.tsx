import { currentSettings } from "#operations/portal/current-settings.ts";
import { readRecord } from "#operations/records/read-record.ts";
import { ConfirmPage } from "#design/form/confirm.tsx";
import { deleteRecord } from "#operations/records/change-record.ts";
import { pages } from "../../pages.ts";
import { askToDelete, runDeletion, type Deletion } from "../frame/run-action.server.ts";
import { photoOf } from "../record-list/record-list.server.ts";
import { hideInstead } from "../record-list/record-columns.tsx";
import { RecordMark } from "../record-list/record-mark.tsx";
import type { Route } from "./+types/delete-record.route.ts";

type RecordToDelete = { id: string; of: string; number: string; photo: string | null; hidden: boolean };

const deletion: Deletion<RecordToDelete> = {
  list: pages.records.path,
  read: async (portal, actor, id) => {
    const [record, settings] = await Promise.all([readRecord(portal, actor, id), currentSettings(portal)]);
    const { name, hidden, passportNumber: number } = record;
    return { id, of: name, hidden, number, photo: photoOf(record, settings) };
  },
  work: deleteRecord,
  flash: "deleted",
};

export const loader = (args: Route.LoaderArgs) => askToDelete(args, deletion);

export const action = (args: Route.ActionArgs) => runDeletion(args, deletion);

export default function DeleteRecord({ loaderData }: Route.ComponentProps) {
  const { id, number, photo, hidden, ...question } = loaderData;
  const instead = hidden ? undefined : hideInstead(id);
  return <ConfirmPage {...question} mark={<RecordMark number={number} photo={photo} />} instead={instead} />;
}
