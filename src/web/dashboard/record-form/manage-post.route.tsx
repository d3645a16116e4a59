import { m } from "#i18n/compiled/messages.js";
import { CameBack, OwnRecords } from "../records/own-records.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { AddForm } from "./add-form.tsx";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { ownRecords } from "../records/record-list.server.ts";
import { answerAddForm, openForm } from "./add-form.server.ts";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/manage-post.route.ts";

const page = "/dashboard/ManagePost";

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const [opened, own] = await Promise.all([openForm(visit, url.searchParams), ownRecords(visit, url.searchParams)]);
  return { opened, own };
}

export const action = ({ request, context }: Route.ActionArgs) => answerAddForm({ request, context, page });

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function ManagePost({ loaderData: { opened, own }, actionData }: Route.ComponentProps) {
  return (
    <PageFrame title={m.manage_post()} operatorName={useDashboard().operatorName}>
      <CameBack records={own.returned} />
      <AddForm {...opened} answer={actionData} page={page} forRole="moderator" />
      <OwnRecords {...own} page={page} />
    </PageFrame>
  );
}
