import { Form, Link } from "react-router";
import { isNearLimit, missesLeft, otherNamesADay, otherNamesLeft, type StopReason } from "#core/desk/guessing.ts";
import { importFormFields } from "#core/imports/table.ts";
import { m } from "#i18n/compiled/messages.js";
import { getSecondNumber } from "#i18n/reader-second-number.ts";
import { secondInSentence } from "#i18n/second-number.ts";
import { writtenCount, writtenDay } from "#i18n/written.ts";
import { readDesk } from "#operations/desk/organisations.ts";
import { Alarm } from "#design/form/alarm.tsx";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { shownForm } from "#design/form/form-result.ts";
import { PageFrame } from "#design/page/page-frame.tsx";
import { pages } from "../../pages.ts";
import { readPage } from "../frame/read-page.server.ts";
import { typedBefore } from "../../frame/say-why.server.ts";
import { FileBox } from "../imports/file-box.tsx";
import type { Route } from "./+types/desk.route.ts";

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal, actor }) => {
    const { organisation, left, asked, stoppedFor, hasEnded } = await readDesk(portal, actor);
    const { name, perDay, lastDay, stoppedAt } = organisation;
    const limits = { left: writtenCount(left), all: writtenCount(perDay), date: writtenDay(lastDay) };
    return {
      limits: { organisation: name, ...limits },
      guesses: { names: writtenCount(otherNamesLeft(asked)), misses: writtenCount(missesLeft(asked)) },
      mustWarn: isNearLimit(asked),
      hasEnded,
      isStopped: stoppedAt !== null,
      stoppedFor,
      purpose: typedBefore(args.request),
    };
  });

function stopWords(reason: StopReason | null): string {
  if (reason === null) return m.desk_stopped();
  return reason === "misses" ? m.desk_stopped_misses() : m.desk_stopped_names({ most: writtenCount(otherNamesADay) });
}

/** The page for people of an organisation: it takes a table, and the answer is a file. */
export default function Desk({ loaderData }: Route.ComponentProps) {
  const { limits, guesses, mustWarn, hasEnded, isStopped, stoppedFor, purpose } = loaderData;
  const { field } = shownForm(undefined, ["purpose"], { filled: { purpose } });
  if (hasEnded || isStopped)
    return (
      <PageFrame title={m.desk_title()}>
        <Alarm>{hasEnded ? m.desk_ended(limits) : stopWords(stoppedFor)}</Alarm>
      </PageFrame>
    );
  return (
    <PageFrame title={m.desk_title()}>
      <div className="grid max-w-prose gap-5">
        <p>{m.desk_text()}</p>
        <p>{m.desk_left(limits)}</p>
        {mustWarn && <Alarm>{m.desk_limits_near()}</Alarm>}
        <p>{m.desk_limits(guesses)}</p>
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
        <p className="text-quiet">
          {getSecondNumber().isAbsent ? m.desk_columns_passport() : m.desk_columns(secondInSentence())}
        </p>
        <p>
          <Link to={pages.apiKeys.path} className="inline-flex min-h-11 items-center">
            {m.desk_programs()}
          </Link>
        </p>
      </div>
    </PageFrame>
  );
}
