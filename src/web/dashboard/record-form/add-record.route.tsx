import { m } from "#i18n/compiled/messages.js";
import { PageFrame } from "#design/page/page-frame.tsx";
import { pages } from "../../pages.ts";
import { AddForm } from "./add-form.tsx";
import { answerAddForm, openForm } from "./add-form.server.ts";
import type { Route } from "./+types/add-record.route.ts";

const page = pages.addRecord.path;

export const loader = ({ url, context }: Route.LoaderArgs) => openForm(context, url.searchParams);

export const action = ({ request, context }: Route.ActionArgs) => answerAddForm({ request, context, page });

export default function Entry({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <PageFrame title={m.entry()}>
      <AddForm {...loaderData} answer={actionData} page={page} forRole="admin" />
    </PageFrame>
  );
}
