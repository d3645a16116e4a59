import { mostCounted } from "#core/own-fields/own-field.ts";
import { type Counted, writtenCount } from "#i18n/written.ts";
import { Button } from "#design/form/button.tsx";
import { ConfirmBelow } from "#design/form/confirm.tsx";
import { SendForm } from "#design/form/send-form.tsx";

type ShownCount = Counted & { isMore: boolean };

/** A removed field or paper. `count`: how many records have something of it. Null while that is being deleted. */
export type ShownRemoved = { id: string; label: string; count: ShownCount | null };

export type DeleteWords = Record<
  "emptying" | "countNone" | "deleteValues" | "deleteText" | "deleteNowAll",
  () => string
> & {
  counted: (count: Counted) => string;
  countedMany: (inputs: { written: string; found: string }) => string;
  deleteNow: (count: Counted) => string;
};

type DeleteValuesProps = ShownRemoved & { page: string; version: number; words: DeleteWords };

/** Asks before it deletes what records have of a removed field or paper, with the number of records. */
export const DeleteValues = ({ id, label, count, page, version, words }: DeleteValuesProps) =>
  count !== null &&
  (count.count > 0 || count.isMore) && (
    <ConfirmBelow label={words.deleteValues()} of={label}>
      <p>
        {countWords(words, count)} {words.deleteText()}
      </p>
      <SendForm
        action={page}
        hidden={{ do: "delete-values", id, version: String(version), records: String(count.count) }}
      >
        <Button variant="danger" size="small">
          {count.isMore ? words.deleteNowAll() : words.deleteNow(count)}
        </Button>
      </SendForm>
    </ConfirmBelow>
  );

export function countWords(words: DeleteWords, { isMore, ...count }: ShownCount): string {
  if (isMore) return words.countedMany({ written: writtenCount(mostCounted), found: count.written });
  return count.count === 0 ? words.countNone() : words.counted(count);
}
