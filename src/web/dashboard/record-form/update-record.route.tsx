import { m } from "#i18n/compiled/messages.js";
import { PageFrame } from "#design/page/page-frame.tsx";
import { UpdateForm } from "./update-form.tsx";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { answerUpdateForm, recordToUpdate } from "./update-form.server.ts";
import { listOf } from "../frame/links.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { sendImage } from "./send-image.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/update-record.route.ts";

export const loader = ({ url, context, params: { id } }: Route.LoaderArgs) =>
  recordToUpdate(context.get(visitContext), id, url.searchParams.get("earlier"));

export const action = ({ request, context, params: { id } }: Route.ActionArgs) =>
  answerUpdateForm(context.get(visitContext), request, id);

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function UpdateRecord({ loaderData, actionData }: Route.ComponentProps) {
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
