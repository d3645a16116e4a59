import { kindsOnAddForm } from "#core/records/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";
import { PageFrame } from "#design/page/page-frame.tsx";
import { AddForm } from "./add-form.tsx";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { answerAddForm, emptyOrKept } from "./add-form.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { sendImage } from "./send-image.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/entry.route.ts";

const page = "/dashboard/Entry";

export const loader = ({ url, context }: Route.LoaderArgs) => emptyOrKept(context.get(visitContext), url.searchParams);

export const action = ({ request, context }: Route.ActionArgs) => answerAddForm({ request, context, page });

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

const kinds = kindsOnAddForm("admin");

export default function Entry({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <PageFrame title={m.entry()} operatorName={useDashboard().operatorName}>
      <AddForm {...loaderData} answer={actionData} page={page} kinds={kinds} hasNationality={false} send={sendImage} />
    </PageFrame>
  );
}
