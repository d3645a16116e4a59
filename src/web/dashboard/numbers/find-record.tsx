import { Form, Link, useNavigation } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { keyed } from "#design/page/keys.ts";
import { PageFrame } from "#design/page/page-frame.tsx";
import { useSearchBox } from "#design/table/list-search.tsx";
import { type StaffRecord, StaffRecordView } from "../records/staff-record.tsx";
import { ViewerParts } from "../frame/viewer-parts.tsx";

type FindRecordProps = {
  operatorName: string;
  page: string;
  /** As typed; "" while nobody has asked. */
  asked: string;
  /** Where what can be done with a record is decided. */
  found: readonly (StaffRecord & { decidedAt: string })[];
};

/** One record by its number, as staff see it. */
export const FindRecord = ({ operatorName, page, asked, found }: FindRecordProps) => (
  <PageFrame title={m.find_title()} operatorName={operatorName}>
    <NumberSearch action={page} asked={asked} />
    {found.map((record) => (
      <article key={record.id} aria-labelledby={record.id} className="grid gap-4 border-t border-line pt-5">
        <h2 id={record.id} className="text-22">
          {record.name}
        </h2>
        <StaffRecordView record={record}>
          <p className="flex flex-wrap gap-3">
            <Link
              to={`/Update_A_User/${record.id}`}
              className="quiet-button no-underline"
              {...keyed("e", m.update_record())}
            >
              {m.update_record()}
            </Link>
            <Link to={record.decidedAt} className="quiet-button no-underline" {...keyed("o", decisionOn(record))}>
              {decisionOn(record)}
            </Link>
          </p>
        </StaffRecordView>
      </article>
    ))}
    {found.length > 0 && <ViewerParts />}
    {asked !== "" && found.length === 0 && <EmptyState title={m.find_none_title()} text={m.find_none_text()} />}
    <form method="post" action="/sign-out" className="border-t border-line pt-5">
      <Button look="secondary">{m.sign_out()}</Button>
    </form>
  </PageFrame>
);

const decisionOn = ({ approvedOn }: StaffRecord) => (approvedOn === null ? m.look_and_decide() : m.unapprove_record());

/** Posted, so that the number gets into no address. */
function NumberSearch({ action, asked }: { action: string; asked: string }) {
  const box = useSearchBox(asked);
  const isBusy = useNavigation().state !== "idle";
  return (
    <Form
      method="post"
      action={action}
      role="search"
      onSubmit={(event) => isBusy && event.preventDefault()}
      className="grid max-w-xl gap-1"
    >
      <label htmlFor="number" className="font-semibold">
        {m.either_number()}
      </label>
      <div className="flex gap-2 max-sm:flex-col">
        <input
          ref={box}
          id="number"
          name="number"
          defaultValue={asked}
          required
          maxLength={100}
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-describedby="number-note"
          className="min-h-11 min-w-0 grow rounded-sm border-2 border-line-strong bg-sunk px-3"
          {...keyed("/", m.search())}
        />
        <button aria-disabled={isBusy} className="quiet-button justify-center">
          {m.search()}
        </button>
      </div>
      <p id="number-note" className="text-quiet">
        {m.either_number_hint()}
      </p>
    </Form>
  );
}
