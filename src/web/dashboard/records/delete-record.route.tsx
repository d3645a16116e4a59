import { readRecord } from "#operations/records/read-record.ts";
import { ConfirmPage } from "#design/form/confirm.tsx";
import { deleteRecord } from "#operations/records/change-record.ts";
import { pages } from "../../pages.ts";
import { askToDelete, runDeletion, type Deletion } from "../frame/run-action.server.ts";
import type { Route } from "./+types/delete-record.route.ts";

const deletion: Deletion = {
  list: pages.records.path,
  nameOf: async (portal, actor, id) => (await readRecord(portal, actor, id)).name,
  work: deleteRecord,
  flash: "deleted",
};

export const loader = (asked: Route.LoaderArgs) => askToDelete(asked, deletion);

export const action = (asked: Route.ActionArgs) => runDeletion(asked, deletion);

export default function DeleteRecord({ loaderData: question }: Route.ComponentProps) {
  return <ConfirmPage {...question} />;
}
