import { href, type ShouldRevalidateFunctionArgs } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { assignRecord } from "#operations/records/assign-record.ts";
import { addComment, deleteComment } from "#operations/records/record-comments.ts";
import { keepRecord } from "#operations/retention/keep-record.ts";
import type { FormValues } from "#design/form/form-result.ts";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { listOf } from "../frame/links.ts";
import { readPage } from "../frame/read-page.server.ts";
import { backTo, redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { handleForm } from "../frame/run-action.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { RecordActions } from "./record-actions.tsx";
import { recordAddress } from "../record-list/record-links.tsx";
import { wholeRecord } from "./staff-record.server.ts";
import { RecordParts, WholeRecord } from "./whole-record.tsx";
import type { Route } from "./+types/record.route.ts";

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async (known) => ({
    ...(await wholeRecord(known, args.params.id, args.url)),
    back: backTo(args.url.searchParams.get("back"), ""),
  }));

/** The panel of the list must not read a record that was just deleted. */
export const shouldRevalidate = ({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  defaultShouldRevalidate && formAction?.endsWith("/delete") !== true;

/**
 * Handles comments, the assignment, and keeping the record longer. Forms that change the record itself post to other
 * pages.
 */
export const action = (args: Route.ActionArgs) =>
  handleForm(
    args,
    async ({ portal, actor, form }) => {
      const { id } = args.params;
      const back = backTo(form["back"], href(pages.record.path, { id }));
      if (form["do"] === "assign") {
        await assignRecord(portal, actor, { id }, assigneeIn(form));
        return redirectInApp(back, "assigned", id);
      }
      if (form["do"] === "delete-comment") {
        await deleteComment(portal, actor, { id, comment: form["comment"] ?? "" });
        return redirectInApp(back, "comment-deleted");
      }
      if (form["do"] === "keep") {
        await keepRecord(portal, actor, { id }, form);
        return redirectInApp(back, "kept-longer", id);
      }
      await addComment(portal, actor, { id, text: form["text"] ?? "", key: form["key"] });
      return redirectInApp(back, "commented");
    },
    (form) => redirectInApp(backTo(form["back"], pages.dashboard.path), "not-found"),
  );

/** Null, which means nobody, if the choice is empty. */
const assigneeIn = ({ assignee = "" }: FormValues) => (assignee === "" ? null : assignee);

export default function RecordPage({ loaderData, actionData }: Route.ComponentProps) {
  const { record, may, back, sendBackDraft, ...rest } = loaderData;
  const { person } = useDashboard();
  const list = back || listOf(person.role);
  const here = recordAddress(record.id, back);
  return (
    <FormPage title={record.name} answer={actionData}>
      {(answer) => (
        <>
          <nav aria-label={m.manage_records()} className="-mt-2 flex flex-wrap gap-x-6">
            <TextLink to={list} label={m.back_to_list()} hotkey="b" />
            <RecordParts id={record.id} comments={rest.work.comments.length} />
          </nav>
          <WholeRecord {...{ record, here, back, answer, ...rest }} mayDownload={may.decide}>
            <RecordActions
              {...{ record, may, here, list, sendBackDraft }}
              changes={rest.changes}
              isIncomplete={rest.missing.length > 0}
              result={undefined}
            />
          </WholeRecord>
        </>
      )}
    </FormPage>
  );
}
