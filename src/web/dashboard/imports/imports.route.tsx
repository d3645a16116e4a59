import { Form, href } from "react-router";
import { usedOf } from "#core/own-fields/own-field.ts";
import { fieldNames } from "#core/records/record-fields.ts";
import { importFormFields } from "#core/imports/table.ts";
import type { BulkState } from "#core/records/bulk-run.ts";
import { m } from "#i18n/compiled/messages.js";
import { ownLabel } from "#i18n/own-field-words.ts";
import { getSecondNumber } from "#i18n/reader-second-number.ts";
import { fieldsHere, secondInSentence } from "#i18n/second-number.ts";
import { writtenMoment } from "#i18n/written.ts";
import { readRuns } from "#operations/bulk/read-run.ts";
import { importOfForm, importReceiver } from "#operations/imports/receive-import.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { Alarm } from "#design/form/alarm.tsx";
import { Button } from "#design/form/button.tsx";
import { shownForm } from "#design/form/form-result.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { fieldLabel } from "../record-list/particulars.ts";
import { FileBox } from "./file-box.tsx";
import { FileLink } from "./import-plan.tsx";
import type { Route } from "./+types/imports.route.ts";

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal, actor }) => ({
    waiting: (await readRuns(portal, actor))
      .filter(({ run }) => run.kind === "import" && notBegun.has(run.state))
      .map(({ run, name }) => ({ id: run.id, at: [name ?? "", writtenMoment(run.asked_at)].join(" ").trim() })),
    ownHeads: usedOf((await currentSettings(portal)).ownFields).map(ownLabel),
  }));

const notBegun: ReadonlySet<BulkState> = new Set<BulkState>(["received", "checking", "asked"]);

/** Reads the file while it arrives. The next page asks what its columns are. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  return submitForm(visit, { values: {}, here: url.pathname }, async () => {
    const { files } = await visit.readUploads(request, importReceiver(portal, actor, true));
    const { id } = await importOfForm(portal, files);
    return redirectInApp(href(pages.importColumns.path, { id }));
  });
}

const columnsRead = (ownHeads: readonly string[]) =>
  [...fieldsHere(fieldNames).map((name) => fieldLabel(name)), ...ownHeads].join(" · ");

export default function Imports({ loaderData: { waiting, ownHeads }, actionData }: Route.ComponentProps) {
  return (
    <FormPage title={m.import_title()} answer={actionData}>
      {(sent) => {
        const { problem, field } = shownForm(sent, [importFormFields.table], { own, ownFields });
        return (
          <div className="grid max-w-prose gap-5">
            <p>{m.import_text()}</p>
            {problem && <Alarm>{problem}</Alarm>}
            <Form method="post" action={pages.imports.path} encType="multipart/form-data" className="grid gap-4">
              <FileBox
                name={importFormFields.table}
                label={m.import_file()}
                hint={m.import_file_hint()}
                accept=".xlsx,.ods,.csv,.tsv,.txt,.zip"
                problem={field(importFormFields.table).problem}
                isRequired
              />
              <FileBox
                name={importFormFields.scans}
                label={m.import_uploads()}
                hint={m.import_uploads_hint()}
                accept=".zip"
              />
              <Button className="justify-self-start max-sm:w-full">{m.import_send()}</Button>
            </Form>
            {waiting.length > 0 && (
              <section className="grid gap-2 border-t border-line pt-5">
                <h2 className="text-18">{m.import_waiting()}</h2>
                <ul>
                  {waiting.map(({ id, at }) => (
                    <li key={id}>
                      <TextLink to={href(pages.bulkRun.path, { id })} label={at} />
                    </li>
                  ))}
                </ul>
                <p className="text-quiet">{m.import_waiting_text()}</p>
              </section>
            )}
            <section className="grid gap-2 border-t border-line pt-5">
              <h2 className="text-18">{m.import_columns_title()}</h2>
              <p>{columnsRead(ownHeads)}</p>
              <p className="text-quiet">
                {getSecondNumber().isAbsent ? m.import_columns_passport() : m.import_columns_text(secondInSentence())}
              </p>
              <p className="text-quiet">{m.import_columns_days()}</p>
              <p className="flex flex-wrap gap-x-6">
                <FileLink address={pages.importSampleXlsx.path} label={m.import_sample_xlsx()} />
                <FileLink address={pages.importSampleCsv.path} label={m.import_sample_csv()} />
              </p>
            </section>
            <p>
              <TextLink to={pages.bulkRuns.path} label={m.import_before()} />
            </p>
          </div>
        );
      }}
    </FormPage>
  );
}

const own = {
  "file-too-large": m.import_too_large,
  "too-large": m.import_zip_too_large,
  "empty-file": m.import_empty,
  "broken-file": m.import_broken,
  "decoding-failed": m.import_broken,
  "decoding-took-too-long": m.import_too_many_rows,
  "decoding-took-too-much": m.import_too_many_rows,
};
const ownFields = { [importFormFields.table]: { required: m.import_file_required } };
