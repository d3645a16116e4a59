import { useEffect, useRef } from "react";
import { Form } from "react-router";
import { z } from "zod";
import type { Actor } from "#core/accounts/actor.ts";
import { m } from "#i18n/compiled/messages.js";
import { eitherNumberLabel } from "#i18n/either-number.ts";
import { getSecondNumber, hasIrccNumber } from "#i18n/reader-second-number.ts";
import { writtenCount } from "#i18n/written.ts";
import { checkNumbers, checkPartOfNumbers, readListPolicy } from "#operations/records/check-numbers.ts";
import type { CheckedNumber } from "#operations/records/number-states.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { Button } from "#design/form/button.tsx";
import { WayOutOf } from "#design/form/failure.tsx";
import { Field } from "#design/form/field.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { PageFrame } from "#design/page/page-frame.tsx";
import { pages } from "../../pages.ts";
import { readPage } from "../frame/read-page.server.ts";
import { handleForm } from "../frame/run-action.server.ts";
import { recordAddress } from "../record-list/record-links.tsx";
import { type FoundNumbers, type ListAnswer, type ListInParts, useListInParts } from "./list-in-parts.ts";
import { type CheckedRow, NumberResults } from "./number-results.tsx";
import type { Route } from "./+types/many-numbers.route.ts";

/** Only scripts send `from`: they request one part after the other. */
const formSchema = z.object({
  numbers: z.string().default(""),
  from: z.coerce.number().int().min(0).optional().catch(0),
  ticket: z.string().default(""),
});

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal, actor }) => ({ policy: await readListPolicy(portal, actor) }));

export const action = (args: Route.ActionArgs) =>
  handleForm(args, ({ portal, actor, form }) => checkList(portal, actor, formSchema.parse(form)));

async function checkList(portal: Portal, actor: Actor, form: z.output<typeof formSchema>): Promise<FoundNumbers> {
  const { numbers, from, ticket } = form;
  if (from === undefined) {
    return { kind: "whole", numbers, rows: rowsOf(await checkNumbers(portal, actor, { numbers })) };
  }
  const { checked, ...part } = await checkPartOfNumbers(portal, actor, { numbers, from, ticket });
  return { kind: "part", rows: rowsOf(checked, from), ...part };
}

const rowsOf = (checked: readonly CheckedNumber[], from = 0): CheckedRow[] =>
  checked.map(({ record, ...shown }, at) => ({
    ...shown,
    id: String(from + at),
    record: record && { name: record.name, path: recordAddress(record.id) },
  }));

/**
 * Checks a pasted list of numbers; the results can be copied as a table. `given` is the result for a browser without
 * scripts.
 */
export default function ManyNumbers({ loaderData: { policy }, actionData: given }: Route.ComponentProps) {
  const { list, begin, stop, resume } = useListInParts();
  const form = useRef<HTMLFormElement>(null);
  const { numbers, rows, refused } = list ? shownOf(list) : shownAtFirst(given);
  const { field } = shownForm(refused, ["numbers"], {
    filled: { numbers },
    own: { "too-many-requests": m.many_limited },
    ownFields: { numbers: { required: m.many_required } },
    elsewhere: "numbers",
  });
  const isAsking = list?.phase === "asking";
  useEffect(() => {
    if (list?.phase === "refused") form.current?.querySelector("textarea")?.focus();
  }, [list]);
  const check = (sent: HTMLFormElement) => {
    const typed = new FormData(sent).get("numbers");
    if (!isAsking && typeof typed === "string") begin(typed);
  };
  return (
    <PageFrame title={m.many_title()}>
      <Form
        ref={form}
        method="post"
        action={pages.manyNumbers.path}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          check(event.currentTarget);
        }}
        className="grid max-w-xl gap-4"
      >
        <Field
          {...field("numbers")}
          label={hasIrccNumber() ? m.many_label() : eitherNumberLabel(getSecondNumber())}
          hint={hints[policy]()}
          missing={m.many_required()}
          rows={rows ? 4 : 10}
        />
        <Button size="large" isBusy={isAsking} className="justify-self-start">
          {m.many_check()}
        </Button>
      </Form>
      <ListProgress {...{ list, stop, resume }} />
      {rows && <NumberResults rows={rows} isWhole={!isAsking} />}
    </PageFrame>
  );
}

const hints = { all: m.many_hint, open: m.many_hint, guarded: m.many_hint_names, code: m.many_hint_own };

type ShownList = { numbers: string; rows: readonly CheckedRow[] | null; refused: FormResult | undefined };

const shownOf = ({ numbers, rows, refused }: ListInParts): ShownList => ({
  numbers,
  rows: rows.length > 0 ? rows : null,
  refused,
});

function shownAtFirst(given: ListAnswer | undefined): ShownList {
  const isWhole = given && "kind" in given && given.kind === "whole";
  if (isWhole) return { ...given, refused: undefined };
  return { numbers: "", rows: null, refused: given && "values" in given ? given : undefined };
}

type ListProgressProps = { list: ListInParts | null; stop: () => void; resume: () => void };

/**
 * Shows the progress of a list, with buttons to stop and to resume. Screen readers announce it without interrupting.
 */
function ListProgress({ list, stop, resume }: ListProgressProps) {
  const isUnderWay = list?.phase === "asking" && list.of > 0;
  const isUnfinished = list?.phase === "stopped" || list?.phase === "cut-off";
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {isUnderWay && (
        <progress aria-hidden="true" max={list.of} value={list.rows.length} className="h-2 w-48 accent-current" />
      )}
      <p role="status" data-progress="">
        {list && progressWords(list)}
      </p>
      {isUnderWay && (
        <Button type="button" variant="secondary" size="small" onClick={stop}>
          {m.many_stop()}
        </Button>
      )}
      {list?.phase === "cut-off" && list.failure && <WayOutOf {...list.failure} />}
      {isUnfinished && (
        <Button type="button" variant="secondary" size="small" onClick={resume}>
          {m.many_go_on()}
        </Button>
      )}
    </div>
  );
}

function progressWords({ phase, rows, of, failure }: ListInParts): string | null {
  const counts = { done: writtenCount(rows.length), all: writtenCount(of) };
  if (phase === "asking") return of > 0 ? m.many_progress(counts) : null;
  if (phase === "stopped") return m.many_stopped(counts);
  if (phase !== "cut-off") return null;
  return failure?.why === "signed-out" ? m.many_signed_out() : m.many_cut_off();
}
