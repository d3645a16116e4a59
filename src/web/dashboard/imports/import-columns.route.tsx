import { type ChangeEvent, Fragment, useState } from "react";
import { href, Link } from "react-router";
import { isPortalError } from "#core/errors.ts";
import {
  type ColumnMeaning,
  hasColumnFor,
  type ImportField,
  importFields,
  isColumnMeaning,
  joinedMeanings,
} from "#core/imports/import-fields.ts";
import { isOwnName, type OwnLabels, ownName, usedOf } from "#core/own-fields/own-field.ts";
import { datedOf, everyLabel, type OwnDeclared, type PapersHere } from "#core/own-fields/own-paper.ts";
import { isLastDayField, isLastDayOff, lastDayField } from "#core/records/last-days.ts";
import { tableLimits } from "#core/imports/table.ts";
import { m } from "#i18n/compiled/messages.js";
import { fieldsHere } from "#i18n/second-number.ts";
import { messageCount, writtenCount } from "#i18n/written.ts";
import { chooseColumns, readColumns } from "#operations/imports/choose-columns.ts";
import { Alarm } from "#design/form/alarm.tsx";
import { Button } from "#design/form/button.tsx";
import { type FormValues, shownForm } from "#design/form/form-result.ts";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { SendForm } from "#design/form/send-form.tsx";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { handleForm } from "../frame/run-action.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { PageDraft } from "../page-draft/page-draft.tsx";
import { shownPageDraft } from "../page-draft/page-draft.server.ts";
import { NotUnderstood } from "./import-plan.tsx";
import { isolated } from "#core/texts/isolated.ts";
import { columnLabel } from "./import-words.ts";
import type { Route } from "./+types/import-columns.route.ts";

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ visit, portal, actor }) => {
    const { id } = args.params;
    const heads = args.url.searchParams.get("heads");
    try {
      const { columns, rowCount, left, unread, ...read } = await readColumns(
        portal,
        actor,
        id,
        heads === null ? undefined : Number(heads),
      );
      return {
        ...read,
        id,
        ...ownColumns(await visit.settings()),
        draft: await shownPageDraft(portal, actor, `import:${id}:${read.headsAt}`),
        rows: messageCount(rowCount),
        left: left.map(({ head, rows }) => ({ head, rows: messageCount(rows) })),
        unread: unread.map((sheet) => ({ ...sheet, rows: messageCount(sheet.rowCount) })),
        columns: columns.map((column, at) => ({ ...column, id: String(at) })),
      };
    } catch (error) {
      if (columnsAlreadyChosen(error)) return redirectInApp(href(pages.bulkRun.path, { id }));
      throw error;
    }
  });

export const action = (args: Route.ActionArgs) =>
  handleForm(args, async ({ portal, actor, form }) => {
    const { id } = args.params;
    const columns = Array.from({ length: Math.min(Number(form["width"]) || 0, tableLimits.columns) }, (_, at) => {
      const field = form[nameOf(String(at))] ?? "";
      return isColumnMeaning(field) ? field : null;
    });
    try {
      await chooseColumns(portal, actor, id, {
        headsAt: Number(form["headsAt"]) || 0,
        columns,
        takesNumbers: "takesNumbers" in form,
        isMonthFirst: form["dayOrder"] === "month-first",
      });
    } catch (error) {
      if (!columnsAlreadyChosen(error)) throw error;
    }
    return redirectInApp(href(pages.bulkRun.path, { id }));
  });

/** True if the columns of the import were chosen before. */
const columnsAlreadyChosen = (error: unknown) => isPortalError(error) && error.id === "stale";

const nameOf = (at: string) => `column.${at}`;

type Loaded = Route.ComponentProps["loaderData"];

/** Asks what each column contains. The first choice is a guess by its head, or what was chosen the last time. */
export default function ImportColumns({ loaderData, actionData }: Route.ComponentProps) {
  const { id, rows, columns, headsAt, needed, isMonthFirst, draft } = loaderData;
  const path = href(pages.importColumns.path, { id });
  // The choice is valid only for heads in this row.
  const [chosen, setChosen] = useState<{ headsAt: number; fields: string[] }>();
  const showMissing = ({ currentTarget }: ChangeEvent<HTMLFormElement>) =>
    setChosen({ headsAt, fields: [...currentTarget.querySelectorAll("select")].map(({ value }) => value) });
  return (
    <FormPage title={m.import_columns_page()} answer={actionData}>
      {(sent) => {
        const { problem } = shownForm(sent, [], { own });
        return (
          <div className="grid gap-5">
            <p className="max-w-prose">{m.import_columns_hint(rows)}</p>
            <Heads {...loaderData} path={path} />
            <OtherSheets {...loaderData} path={path} />
            <NotUnderstood left={loaderData.left} />
            {loaderData.off.length > 0 && (
              <p className="max-w-prose">{m.import_columns_off({ names: loaderData.off.map(isolated).join(", ") })}</p>
            )}
            {problem && <Alarm>{problem}</Alarm>}
            <SendForm
              key={draft.name}
              action={path}
              className="grid gap-4"
              onChange={showMissing}
              hidden={{ headsAt: String(headsAt), width: String(columns.length) }}
            >
              <PageDraft {...draft} cameBack={sent !== undefined} />
              <Missing
                needed={needed}
                chosen={chosen?.headsAt === headsAt ? chosen.fields : guessed(columns, sent?.values)}
              />
              <DataTable
                caption={m.import_columns_page()}
                columns={tableColumns(sent?.values, loaderData)}
                rows={columns}
              />
              {columns.some(({ field, hasEitherOrder }) => hasEitherOrder && mayHoldDays(field)) && (
                <DayOrder isMonthFirst={sent ? sent.values["dayOrder"] === "month-first" : isMonthFirst} />
              )}
              <TakesNumbers isChecked={sent ? "takesNumbers" in sent.values : loaderData.takesNumbers} />
              <p className="max-w-prose text-quiet">{m.import_remembered()}</p>
              <div className="flex flex-wrap items-center gap-3">
                <Button className="max-sm:w-full">{m.import_look()}</Button>
                <TextLink to={pages.imports.path} label={m.import_other_file()} className="px-2" />
              </div>
            </SendForm>
          </div>
        );
      }}
    </FormPage>
  );
}

const mayHoldDays = (field: ColumnMeaning | null) => field !== null && (isLastDayField(field) || isOwnName(field));

const TakesNumbers = ({ isChecked }: { isChecked: boolean }) => (
  <label htmlFor="takesNumbers" className="flex max-w-prose items-start gap-3">
    <input
      id="takesNumbers"
      name="takesNumbers"
      type="checkbox"
      className="mt-1 size-5 shrink-0 accent-current"
      defaultChecked={isChecked}
      autoComplete="off"
    />
    {m.import_take_numbers()}
  </label>
);

/** Asks once for the file, if nothing in it tells how its days are written. */
const DayOrder = ({ isMonthFirst }: { isMonthFirst: boolean }) => (
  <fieldset className="grid gap-1">
    <legend>{m.import_day_order()}</legend>
    {(["day-first", "month-first"] as const).map((order) => (
      <label key={order} htmlFor={order} className="flex min-h-11 items-center gap-3">
        <input
          id={order}
          type="radio"
          name="dayOrder"
          value={order}
          className="size-5 accent-current"
          defaultChecked={isMonthFirst === (order === "month-first")}
        />
        {order === "day-first" ? m.import_day_first() : m.import_month_first()}
      </label>
    ))}
  </fieldset>
);

/** Says which sheets are read together, and offers those that are not read. */
const OtherSheets = ({ sheets, unread, path }: Loaded & { path: string }) => (
  <>
    {sheets.length > 1 && <p className="max-w-prose">{m.import_sheets({ names: sheets.map(isolated).join(", ") })}</p>}
    {unread.length > 0 && (
      <section className="grid max-w-prose gap-1">
        <h2 className="text-18">{m.import_not_read()}</h2>
        <ul>
          {unread.map(({ name, rows, at }) => (
            <li key={at}>
              <Link to={`${path}?heads=${at}`} className="inline-flex min-h-11 items-center wrap-anywhere">
                {m.import_sheet_of({ ...rows, name: isolated(name) })}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    )}
  </>
);

const guessed = (columns: Loaded["columns"], sent: FormValues | undefined) =>
  columns.map(({ id, field }) => sent?.[nameOf(id)] ?? field);

type MissingProps = { needed: readonly ImportField[]; chosen: readonly (string | null)[] };

function Missing({ needed, chosen }: MissingProps) {
  const missing = needed.filter((field) => !hasColumnFor(chosen, field)).map((field) => columnLabel(field, []));
  return (
    <p role="status" className="max-w-prose empty:hidden">
      {missing.length > 0 && m.import_columns_missing({ fields: missing.join(", ") })}
    </p>
  );
}

const own = { invalid: m.import_column_twice, "still-working": m.flash_bulk_busy };

/** Links for the case that the heads are in another row than it seems. */
const Heads = ({ headRow, possibleHeads, path }: Loaded & { path: string }) => (
  <details className="max-w-prose">
    <summary className="min-h-11 cursor-pointer content-center">
      {m.import_heads_in({ row: writtenCount(headRow) })}
    </summary>
    <p className="text-quiet">{m.import_heads_other()}</p>
    <p className="flex flex-wrap gap-x-4">
      {possibleHeads.map(({ at, row }) => (
        <Link key={at} to={`${path}?heads=${at}`} className="inline-flex min-h-11 min-w-11 items-center justify-center">
          {m.import_row({ row: writtenCount(row) })}
        </Link>
      ))}
    </p>
  </details>
);

type OwnColumns = {
  /** Everything that a column may contain here. */
  meanings: ColumnMeaning[];
  labels: OwnLabels;
};

function ownColumns(declared: OwnDeclared & PapersHere): OwnColumns {
  const meanings = [
    ...fieldsHere(importFields).filter((field) => !isLastDayOff(declared, field)),
    ...joinedMeanings,
    ...datedOf(declared.ownPapers).map(({ id }) => lastDayField(id)),
    ...usedOf(declared.ownFields).map(({ id }) => ownName(id)),
  ];
  return { meanings, labels: everyLabel(declared) };
}

type ShownColumn = Loaded["columns"][number];

const tableColumns = (sent: FormValues | undefined, { meanings, labels }: OwnColumns): Column<ShownColumn>[] => [
  {
    title: m.import_head(),
    look: "main",
    cell: ({ head }) => head || <span className="text-quiet">{m.import_no_head()}</span>,
  },
  {
    title: m.import_samples(),
    look: "main",
    cell: ({ samples }) => (
      <span className="wrap-anywhere text-quiet">
        {samples.map((text, at) => (
          <Fragment key={at}>
            {at > 0 && " · "}
            <bdi>{text}</bdi>
          </Fragment>
        ))}
      </span>
    ),
  },
  {
    title: m.import_is(),
    look: "state",
    cell: ({ id, head, field }) => (
      <>
        <label htmlFor={nameOf(id)} className="sr-only">
          {`${m.import_is()}: ${head}`}
        </label>
        <select
          key={field}
          id={nameOf(id)}
          name={nameOf(id)}
          defaultValue={sent?.[nameOf(id)] ?? field ?? ""}
          className="min-h-11 w-full min-w-64 rounded-sm border-2 border-line-strong bg-sunk px-2"
        >
          <option value="">{m.import_left_out()}</option>
          {meanings.map((name) => (
            <option key={name} value={name}>
              {columnLabel(name, labels)}
            </option>
          ))}
        </select>
      </>
    ),
  },
];
