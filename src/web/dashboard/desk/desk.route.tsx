import { Form, Link } from "react-router";
import { importFormFields } from "#core/imports/table.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount, writtenDay } from "#i18n/written.ts";
import { readDesk } from "#operations/desk/organisations.ts";
import { Alarm } from "#design/form/alarm.tsx";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { shownForm } from "#design/form/form-result.ts";
import { PageFrame } from "#design/page/page-frame.tsx";
import { pages } from "../../pages.ts";
import { readPage } from "../frame/read-page.server.ts";
import { typedBefore } from "../frame/run-action.server.ts";
import { FileBox } from "../imports/file-box.tsx";
import type { Route } from "./+types/desk.route.ts";

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal, actor }) => {
    const { organisation, left, hasEnded } = await readDesk(portal, actor);
    const { name, perDay, lastDay, stoppedAt } = organisation;
    const limits = { left: writtenCount(left), all: writtenCount(perDay), date: writtenDay(lastDay) };
    return {
      limits: { organisation: name, ...limits },
      hasEnded,
      isStopped: stoppedAt !== null,
      purpose: typedBefore(args.request),
    };
  });

/** The page for people of an organisation: it takes a table, and the answer is a file. */
export default function Desk({ loaderData: { limits, hasEnded, isStopped, purpose } }: Route.ComponentProps) {
  const { field } = shownForm(undefined, ["purpose"], { filled: { purpose } });
  if (hasEnded || isStopped)
    return (
      <PageFrame title={m.desk_title()}>
        <Alarm>{hasEnded ? m.desk_ended(limits) : m.desk_stopped()}</Alarm>
      </PageFrame>
    );
  return (
    <PageFrame title={m.desk_title()}>
      <div className="grid max-w-prose gap-5">
        <p>{m.desk_text()}</p>
        <p>{m.desk_left(limits)}</p>
        <Form
          method="post"
          action={pages.deskTable.path}
          encType="multipart/form-data"
          reloadDocument
          className="grid gap-5"
        >
          <Field
            {...field("purpose")}
            label={m.desk_purpose()}
            hint={m.desk_purpose_hint()}
            maxLength={300}
            autoComplete="off"
          />
          <FileBox
            name={importFormFields.table}
            label={m.desk_table()}
            hint={m.desk_table_hint()}
            accept=".xlsx,.ods,.csv,.tsv,.txt"
            isRequired
          />
          <Button className="justify-self-start max-sm:w-full">{m.desk_check()}</Button>
        </Form>
        <p className="text-quiet">{m.desk_columns()}</p>
        <p>
          <Link to={pages.apiKeys.path} className="inline-flex min-h-11 items-center">
            {m.desk_programs()}
          </Link>
        </p>
      </div>
    </PageFrame>
  );
}
