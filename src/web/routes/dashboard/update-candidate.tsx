import { m } from "#i18n/compiled/messages.js";
import { PageFrame } from "#ui/dashboard/page-frame.tsx";
import { UpdateForm } from "#ui/dashboard/record-form/update-form.tsx";
import { answerOrStay } from "../../dashboard/answer-or-stay.ts";
import { answerUpdateForm, recordToUpdate } from "../../dashboard/record-form/update.ts";
import { listOf } from "../../dashboard/links.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { sendImage } from "../../uploads/send-image.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/update-candidate.ts";

export const loader = ({ url, context, params: { id } }: Route.LoaderArgs) =>
  recordToUpdate(context.get(visitContext), id, url.searchParams.get("earlier"));

export const action = ({ request, context, params: { id } }: Route.ActionArgs) =>
  answerUpdateForm(context.get(visitContext), request, id);

export const clientAction = (sent: Route.ClientActionArgs) => answerOrStay(sent);

export default function UpdateCandidate({ loaderData, actionData }: Route.ComponentProps) {
  const { operatorName, person } = useDashboard();
  return (
    <PageFrame title={m.update_user()} operatorName={operatorName}>
      <UpdateForm
        key={loaderData.page}
        {...loaderData}
        answer={actionData}
        list={listOf(person.role)}
        send={sendImage}
      />
    </PageFrame>
  );
}
