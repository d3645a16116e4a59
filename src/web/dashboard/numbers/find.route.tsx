import { Form, Link, useNavigation } from "react-router";
import { findByNumber } from "#operations/records/read-record.ts";
import { fromAddress, numberToAddress } from "#operations/records/search-in-address.ts";
import { m } from "#i18n/compiled/messages.js";
import { eitherNumberLabel } from "#i18n/either-number.ts";
import { getSecondNumber } from "#i18n/reader-second-number.ts";
import { buttonClass, Button } from "#design/form/button.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { keyed } from "#design/page/keys.ts";
import { useSearchBox } from "#design/table/list-search.tsx";
import { pages } from "../../pages.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { ViewerParts } from "../frame/viewer-parts.tsx";
import { recordAddress, UpdateLink } from "../record-list/record-links.tsx";
import { staffRecord } from "../records/staff-record.server.ts";
import { StaffRecordView } from "../records/record-view.tsx";
import type { StaffRecord } from "../records/staff-record.tsx";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/find.route.ts";

const page = pages.find.path;
const maxNumberLength = 100;

/** `searched` is the number as typed; "" before the first search. */
export const loader = ({ url, context }: Route.LoaderArgs) =>
  readPage({ context }, async ({ visit, portal, actor }) => {
    const searched = fromAddress(portal, { sealed: url.searchParams.get("sealed") ?? undefined });
    const records = searched === "" ? [] : await findByNumber(portal, actor, searched);
    return { searched, found: await Promise.all(records.map((record) => staffRecord(visit, actor, record))) };
  });

/** Puts the number into the URL only sealed: server logs and browser histories store URLs. */
export async function action({ request, context }: Route.ActionArgs) {
  const { portal } = context.get(visitContext);
  const number = ((await readForm(request))["number"] ?? "").trim().slice(0, maxNumberLength);
  return redirectInApp(
    number === "" ? page : `${page}?${new URLSearchParams(numberToAddress(portal, number)).toString()}`,
  );
}

export default function Find({ loaderData: { searched, found }, actionData }: Route.ComponentProps) {
  return (
    <FormPage title={m.find_title()} answer={actionData}>
      <NumberSearch searched={searched} />
      {found.map((record) => (
        <FoundRecord key={record.id} {...record} />
      ))}
      {found.length > 0 && <ViewerParts />}
      {searched !== "" && found.length === 0 && <EmptyState title={m.find_none_title()} text={m.find_none_text()} />}
      <form method="post" action={pages.signOut.path} className="border-t border-line pt-5">
        <Button variant="secondary">{m.sign_out()}</Button>
      </form>
    </FormPage>
  );
}

function FoundRecord(record: StaffRecord) {
  const { id, name } = record;
  return (
    <section aria-labelledby={id} className="grid gap-4 border-t border-line pt-5">
      <h2 id={id} className="text-22">
        {name}
      </h2>
      <StaffRecordView record={record}>
        <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Link
            to={recordAddress(id)}
            className={buttonClass({ variant: "secondary", size: "small" })}
            {...keyed("o", m.open_record())}
          >
            {m.open_record()}
          </Link>
          <UpdateLink {...{ id, name }} className="row-button" />
        </p>
      </StaffRecordView>
    </section>
  );
}

/** Uses POST, so that the typed number appears in no URL. */
function NumberSearch({ searched }: { searched: string }) {
  const box = useSearchBox(searched);
  const isBusy = useNavigation().state !== "idle";
  return (
    <Form
      method="post"
      action={page}
      role="search"
      onSubmit={(event) => isBusy && event.preventDefault()}
      className="grid max-w-xl gap-1"
    >
      <label htmlFor="number" className="font-semibold">
        {eitherNumberLabel(getSecondNumber())}
      </label>
      <div className="flex gap-2 max-sm:flex-col">
        <input
          ref={box}
          id="number"
          name="number"
          defaultValue={searched}
          required
          maxLength={maxNumberLength}
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          className="min-h-11 w-full min-w-0 grow rounded-sm border-2 border-line-strong bg-sunk px-3"
          {...keyed("/", m.search())}
        />
        <Button variant="secondary" size="small" isBusy={isBusy}>
          {m.search()}
        </Button>
      </div>
    </Form>
  );
}
