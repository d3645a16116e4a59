import { kindsOnAddForm } from "#core/records/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";
import { CameBack, OwnRecords } from "../records/own-records.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { AddForm } from "./add-form.tsx";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { ownRecords } from "../records/own-records.server.ts";
import { answerAddForm, emptyOrKept } from "./add-form.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { sendImage } from "./send-image.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/manage-post.route.ts";

const page = "/dashboard/ManagePost";

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const [draft, own] = await Promise.all([emptyOrKept(visit, url.searchParams), ownRecords(visit, url.searchParams)]);
  return { draft, own };
}

export const action = ({ request, context }: Route.ActionArgs) => answerAddForm({ request, context, page });

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

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
