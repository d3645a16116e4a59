import { maxOwnFields, mostCounted, type OwnField } from "#core/own-fields/own-field.ts";
import { m } from "#i18n/compiled/messages.js";
import { messageCount, writtenCount } from "#i18n/written.ts";
import { deleteOwnValues } from "#operations/own-fields/delete-own-values.ts";
import { countOwnValues, type ValueCount } from "#operations/own-fields/own-values.ts";
import { ownSearchProgress } from "#operations/records/own-filter.ts";
import { Button } from "#design/form/button.tsx";
import { ConfirmBelow } from "#design/form/confirm.tsx";
import { SendForm } from "#design/form/send-form.tsx";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { handleButtons } from "../frame/run-action.server.ts";
import { BackToSettings } from "./back-to-settings.tsx";
import { OwnList } from "./own-list.tsx";
import { ownButtons, type OwnSetting, readOwnList } from "./own-list.server.ts";
import { addressOfOwnField } from "./settings-pages.ts";
import { ownAudienceWords, ownTypeWords } from "./own-field-words.ts";
import type { Route } from "./+types/own-fields.route.ts";

const page = pages.ownFields.path;

const setting = (): OwnSetting<OwnField> => ({
  read: ({ ownFields }) => ownFields,
  change: (ownFields) => ({ ownFields }),
});

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal }) => {
    const { used, removed, version } = await readOwnList(portal, setting());
    const progress = used.some(({ isSearched }) => isSearched) ? await ownSearchProgress(portal) : null;
    const counts = await countOwnValues(
      portal,
      removed.filter(({ isEmptying }) => !isEmptying).map(({ id }) => id),
    );
    const shown = (field: (typeof used)[number]) => ({
      ...field,
      percent: field.isSearched ? (progress?.get(field.id) ?? 0) : null,
      count: shownCount(counts.get(field.id)),
    });
    return { used: used.map(shown), removed: removed.map(shown), version };
  });

/** Null while the values are being deleted. */
const shownCount = (count: ValueCount | undefined) =>
  count ? { ...messageCount(count.records), isMore: count.isMore } : null;

export const action = (args: Route.ActionArgs) =>
  handleButtons(args, {
    page,
    buttons: {
      ...ownButtons(setting(), { saved: "own-field-saved", removed: "own-field-removed" }),
      "delete-values": {
        flash: "own-values-leave",
        work: (portal, actor, target, { records }) =>
          deleteOwnValues(portal, actor, { ...target, records: Number(records) }),
      },
    },
  });

const words = {
  none: m.own_fields_none,
  noneText: m.own_fields_none_text,
  add: m.own_field_add,
  full: m.own_fields_full,
  removed: m.own_fields_removed,
  removedText: m.own_fields_removed_text,
  removeText: m.own_field_remove_text,
  removeYes: m.own_field_remove_yes,
};

/** Lists the operator's own fields in the order of the forms. */
export default function OwnFields({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <FormPage title={m.own_fields_title()} answer={actionData}>
      <BackToSettings />
      <div className="grid max-w-prose gap-2">
        <p>{m.own_fields_text()}</p>
        <p className="border-s-4 border-line-strong ps-4">{m.own_fields_audience()}</p>
      </div>
      <OwnList
        {...loaderData}
        {...{ page, words }}
        addressOf={addressOfOwnField}
        most={maxOwnFields}
        factsOf={({ type, audience, isNeeded, percent }) => [
          ownTypeWords[type](),
          ownAudienceWords[audience](),
          ...(isNeeded ? [m.own_field_is_needed_short()] : []),
          ...(percent === null ? [] : [searchWords(percent)]),
        ]}
        removedFactsOf={({ count }) => [count ? countWords(count) : m.own_field_emptying()]}
        mayRestore={({ count }) => count !== null}
        BesideRestore={DeleteValues}
      />
    </FormPage>
  );
}

type DeleteValuesProps = Route.ComponentProps["loaderData"]["removed"][number] & { version: number };

const DeleteValues = ({ id, label, count, version }: DeleteValuesProps) =>
  count !== null &&
  (count.count > 0 || count.isMore) && (
    <ConfirmBelow label={m.own_field_delete_values()} of={label}>
      <p>
        {countWords(count)} {m.own_field_delete_text()}
      </p>
      <SendForm
        action={page}
        hidden={{ do: "delete-values", id, version: String(version), records: String(count.count) }}
      >
        <Button variant="danger" size="small">
          {count.isMore ? m.own_field_delete_now_all() : m.own_field_delete_now(count)}
        </Button>
      </SendForm>
    </ConfirmBelow>
  );

function countWords({ isMore, ...count }: NonNullable<DeleteValuesProps["count"]>): string {
  if (isMore) return m.own_field_values_many({ written: writtenCount(mostCounted), found: count.written });
  return count.count === 0 ? m.own_field_values_none() : m.own_field_values(count);
}

const searchWords = (percent: number) =>
  percent < 100 ? m.own_field_filling({ percent: writtenCount(percent) }) : m.own_field_searched_short();
