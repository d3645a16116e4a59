import { m } from "#i18n/compiled/messages.js";
import { writtenDay, writtenTime } from "#i18n/written.ts";
import {
  endFalseNumber,
  listDamagedMarks,
  listFalseNumbers,
  markFalseNumber,
} from "#operations/reports/false-numbers.ts";
import { ActionButton } from "#design/form/action-button.tsx";
import { FormPart } from "#design/form/form-parts.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { handleForm } from "../frame/run-action.server.ts";
import type { Route } from "./+types/false-numbers.route.ts";
import { marksEnds } from "./mark-ends.server.ts";
import { MarkForm } from "./mark-form.tsx";

const page = pages.falseNumbers.path;

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal, actor }) => {
    const marks = await listFalseNumbers(portal, actor);
    const damaged = await listDamagedMarks(portal, actor);
    return {
      ends: marksEnds(portal),
      marks: [
        ...damaged.map(({ id, markedAt, endsAt }) => ({
          id,
          number: m.changes_damaged_short(),
          reason: writtenTime(markedAt),
          until: writtenTime(endsAt),
          markedBy: "",
        })),
        ...marks.map(({ id, number, reason, until, markedBy }) => ({
          id,
          number,
          reason,
          until: writtenDay(until),
          markedBy,
        })),
      ],
    };
  });

export const action = (args: Route.ActionArgs) =>
  handleForm(
    args,
    async ({ portal, actor, form }) => {
      if (form["do"] === "end") {
        await endFalseNumber(portal, actor, { id: form["id"] ?? "" });
        return redirectInApp(page, "number-mark-ended");
      }
      await markFalseNumber(portal, actor, form);
      return redirectInApp(page, "number-marked");
    },
    () => redirectInApp(page, "not-found"),
  );

export default function FalseNumbers({ loaderData: { marks, ends }, actionData }: Route.ComponentProps) {
  return (
    <FormPage title={m.false_numbers_title()} answer={actionData} claims={{ mark: [""] }}>
      {(_, of) => (
        <div className="grid grid-cols-1 gap-6">
          <p className="max-w-prose text-quiet">{m.false_numbers_text()}</p>
          <FormPart id="new-mark" title={m.false_numbers_new()} className="gap-4">
            <MarkForm key={marks[0]?.id} ends={ends} sent={of("mark")} />
          </FormPart>
          <DataTable
            caption={m.false_numbers_title()}
            columns={columns()}
            rows={marks}
            empty={<EmptyState title={m.false_numbers_none_title()} text={m.false_numbers_none_text()} />}
          />
        </div>
      )}
    </FormPage>
  );
}

type ShownMark = Route.ComponentProps["loaderData"]["marks"][number];

const columns = (): Column<ShownMark>[] => [
  {
    title: m.false_numbers_number(),
    look: "main",
    cell: ({ number }) => (
      <bdi dir="ltr" className="py-1 font-semibold wrap-anywhere">
        {number}
      </bdi>
    ),
  },
  {
    title: m.false_numbers_reason(),
    look: "state",
    cell: ({ reason }) => <span className="wrap-anywhere md:w-56">{reason}</span>,
  },
  { title: m.false_numbers_until(), isNamed: true, cell: ({ until }) => until },
  { title: m.false_numbers_by(), isNamed: true, cell: ({ markedBy }) => markedBy || m.reports_somebody() },
  {
    title: m.false_numbers_ending(),
    cell: ({ id, number }) => (
      <ActionButton
        action={page}
        fields={{ do: "end", id }}
        label={m.false_numbers_end()}
        of={number}
        className="row-button"
      />
    ),
  },
];
