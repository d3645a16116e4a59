import { m } from "#i18n/compiled/messages.js";
import { pages } from "../../pages.ts";
import { CameBack, OwnRecords } from "../records/own-records.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { AddForm } from "./add-form.tsx";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { ownRecords } from "../records/record-list.server.ts";
import { answerAddForm, openForm } from "./add-form.server.ts";
import type { Route } from "./+types/manage-post.route.ts";

const page = pages.ownRecords.path;

export async function loader({ url, context }: Route.LoaderArgs) {
  const [opened, own] = await Promise.all([openForm(context, url.searchParams), ownRecords(context, url.searchParams)]);
  return { opened, own };
}

export const action = ({ request, context }: Route.ActionArgs) => answerAddForm({ request, context, page });

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function ManagePost({ loaderData: { opened, own }, actionData }: Route.ComponentProps) {
  return (
    <PageFrame title={m.manage_post()}>
      <CameBack records={own.returned} />
      <AddForm {...opened} answer={actionData} page={page} forRole="moderator" />
      <OwnRecords {...own} />
    </PageFrame>
  );
}
