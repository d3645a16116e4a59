import { deleteCandidate } from "#operations/candidates/delete-candidate.ts";
import { readCandidate } from "#operations/candidates/read-candidate.ts";
import { ConfirmPage } from "#ui/dashboard/confirm.tsx";
import { askToDelete, deleteAndTell, type Deletion } from "../../dashboard/deletion.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import type { Route } from "./+types/delete-candidate.ts";

const deletion: Deletion = {
  list: "/dashboard/update",
  nameOf: async (portal, actor, id) => (await readCandidate(portal, actor, id)).name,
  work: deleteCandidate,
  deed: "deleted",
};

export const loader = (asked: Route.LoaderArgs) => askToDelete(asked, deletion);

export const action = (asked: Route.ActionArgs) => deleteAndTell(asked, deletion);

export default function DeleteCandidate({ loaderData: question }: Route.ComponentProps) {
  return <ConfirmPage {...question} operatorName={useDashboard().operatorName} />;
}
