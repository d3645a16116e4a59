import { kindsOnAddForm } from "#core/candidates/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";
import { CameBack, OwnRecords } from "#ui/dashboard/own-records.tsx";
import { PageFrame } from "#ui/dashboard/page-frame.tsx";
import { AddForm } from "#ui/dashboard/record-form/add-form.tsx";
import { answerOrStay } from "../../dashboard/answer-or-stay.ts";
import { ownRecords } from "../../dashboard/own-records.ts";
import { answerAddForm, emptyOrKept } from "../../dashboard/record-form/entry.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { sendImage } from "../../uploads/send-image.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/manage-post.ts";

const page = "/dashboard/ManagePost";

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const [draft, own] = await Promise.all([emptyOrKept(visit, url.searchParams), ownRecords(visit, url.searchParams)]);
  return { draft, own };
}

export const action = ({ request, context }: Route.ActionArgs) => answerAddForm({ request, context, page });

export const clientAction = (sent: Route.ClientActionArgs) => answerOrStay(sent);

const kinds = kindsOnAddForm("moderator");

export default function ManagePost({ loaderData: { draft, own }, actionData }: Route.ComponentProps) {
  return (
    <PageFrame title={m.manage_post()} operatorName={useDashboard().operatorName}>
      <CameBack records={own.returned} />
      <AddForm {...draft} answer={actionData} page={page} kinds={kinds} hasNationality send={sendImage} />
      <OwnRecords {...own} page={page} />
    </PageFrame>
  );
}
