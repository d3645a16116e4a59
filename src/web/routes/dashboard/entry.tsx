import { kindsOnAddForm } from "#core/candidates/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";
import { PageFrame } from "#ui/dashboard/page-frame.tsx";
import { AddForm } from "#ui/dashboard/record-form/add-form.tsx";
import { answerOrStay } from "../../dashboard/answer-or-stay.ts";
import { answerAddForm, emptyOrKept } from "../../dashboard/record-form/entry.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { sendImage } from "../../uploads/send-image.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/entry.ts";

const page = "/dashboard/Entry";

export const loader = ({ url, context }: Route.LoaderArgs) => emptyOrKept(context.get(visitContext), url.searchParams);

export const action = ({ request, context }: Route.ActionArgs) => answerAddForm({ request, context, page });

export const clientAction = (sent: Route.ClientActionArgs) => answerOrStay(sent);

const kinds = kindsOnAddForm("admin");

export default function Entry({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <PageFrame title={m.entry()} operatorName={useDashboard().operatorName}>
      <AddForm {...loaderData} answer={actionData} page={page} kinds={kinds} hasNationality={false} send={sendImage} />
    </PageFrame>
  );
}
