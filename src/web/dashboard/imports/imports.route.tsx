import { Form, href } from "react-router";
import { importFields } from "#core/imports/columns.ts";
import { m } from "#i18n/compiled/messages.js";
import { discardImport, receiveImport } from "#operations/imports/receive-import.ts";
import { Alarm } from "#design/form/alarm.tsx";
import { Button } from "#design/form/button.tsx";
import { shownForm } from "#design/form/form-result.ts";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { PortalError } from "#core/errors.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { fieldNames } from "./import-words.ts";
import type { Route } from "./+types/imports.route.ts";

const fileField = "table";

export const loader = (asked: Route.LoaderArgs) => readPage(asked, async () => null);

/** Reads the file as it comes. The next page asks what its columns are. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  return submitForm(visit, { values: {}, here: url.pathname }, async () => {
    const { files } = await visit.readUploads(request, {
      takes: (field) => field === fileField,
      skipsNameless: true,
      receive: (bytes) => receiveImport(portal, actor, bytes),
      discard: ({ id }) => discardImport(portal, id),
    });
    const [file] = files;
    if (!file) throw new PortalError("invalid", { fields: { [fileField]: "required" } });
    if ("failed" in file.outcome) throw file.outcome.failed;
    return redirectInApp(href(pages.importColumns.path, { id: file.outcome.done.id }));
  });
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

/** Which file, and what may be in it. */
export default function Imports({ actionData }: Route.ComponentProps) {
  return (
    <FormPage title={m.import_title()} answer={actionData}>
      {(sent) => {
        const { problem, field } = shownForm(sent, [fileField], { own, ownFields });
        const wrong = field(fileField).problem;
        return (
          <div className="grid max-w-prose gap-5">
            <p>{m.import_text()}</p>
            {problem && <Alarm>{problem}</Alarm>}
            <Form method="post" action={pages.imports.path} encType="multipart/form-data" className="grid gap-4">
              <div className="grid gap-1">
                <label htmlFor={fileField} className="font-semibold">
                  {m.import_file()}
                </label>
                <input
                  id={fileField}
                  name={fileField}
                  type="file"
                  required
                  accept=".xlsx,.csv,.tsv,.txt"
                  aria-describedby={`${fileField}-note`}
                  aria-invalid={wrong ? true : undefined}
                  className="min-h-13 w-full min-w-0 rounded-sm border-2 border-line-strong bg-sunk px-3 py-2 file:me-3 file:min-h-9 file:cursor-pointer file:rounded-sm file:border file:border-line-strong file:bg-transparent file:px-3 file:[font:inherit] file:text-inherit aria-invalid:border-alarm"
                />
                <p id={`${fileField}-note`} className={wrong ? "font-semibold text-alarm" : "text-quiet"}>
                  {wrong ?? m.import_file_hint()}
                </p>
              </div>
              <Button className="justify-self-start max-sm:w-full">{m.import_send()}</Button>
            </Form>
            <section className="grid gap-2 border-t border-line pt-5">
              <h2 className="text-18">{m.import_columns_title()}</h2>
              <p>{importFields.map((name) => fieldNames[name]()).join(" · ")}</p>
              <p className="text-quiet">{m.import_columns_text()}</p>
              <p className="flex flex-wrap gap-x-6">
                <SampleLink path={pages.importSampleXlsx.path} label={m.import_sample_xlsx()} />
                <SampleLink path={pages.importSampleCsv.path} label={m.import_sample_csv()} />
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
  "too-large": m.import_too_large,
  "empty-file": m.import_empty,
  "broken-file": m.import_broken,
  "decoding-failed": m.import_broken,
  "decoding-took-too-long": m.import_too_many_rows,
  "decoding-took-too-much": m.import_too_many_rows,
};
const ownFields = { [fileField]: { required: m.import_file_required } };

/** Not a page: the router leaves it to the browser. */
const SampleLink = ({ path, label }: { path: string; label: string }) => (
  <a href={path} className="inline-flex min-h-11 items-center" download>
    {label}
  </a>
);
