import { Link } from "react-router";
import {
  maxOwnFields,
  mostCounted,
  type OwnField,
  searchedOf,
  withOwnField,
  withOwnFieldUp,
} from "#core/own-fields/own-field.ts";
import { PortalError } from "#core/errors.ts";
import { m } from "#i18n/compiled/messages.js";
import { ownLabel } from "#i18n/own-field-words.ts";
import { messageCount, writtenCount } from "#i18n/written.ts";
import { ownSearchProgress } from "#operations/records/own-filter.ts";
import { currentSettings, versionedSettings } from "#operations/portal/current-settings.ts";
import { deleteOwnValues } from "#operations/own-fields/delete-own-values.ts";
import { countOwnValues, type ValueCount } from "#operations/own-fields/own-values.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { ActionButton } from "#design/form/action-button.tsx";
import { Button, buttonClass } from "#design/form/button.tsx";
import { ConfirmBelow } from "#design/form/confirm.tsx";
import { FormPart } from "#design/form/form-parts.tsx";
import { SendForm } from "#design/form/send-form.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { type Buttons, handleButtons } from "../frame/run-action.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { BackToSettings } from "./back-to-settings.tsx";
import { addressOfOwnField } from "./settings-pages.ts";
import { ownAudienceWords, ownTypeWords } from "./own-field-words.ts";
import type { Route } from "./+types/own-fields.route.ts";

const page = pages.ownFields.path;

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal }) => {
    const { settings, version } = await versionedSettings(portal);
    const progress = searchedOf(settings.ownFields).length > 0 ? await ownSearchProgress(portal) : null;
    const shown = settings.ownFields.map((field) => ({
      ...field,
      label: ownLabel(field),
      percent: field.isSearched ? (progress?.get(field.id) ?? 0) : null,
    }));
    const removed = shown.filter((field) => field.isRemoved);
    const counts = await countOwnValues(
      portal,
      removed.filter(({ isEmptying }) => !isEmptying).map(({ id }) => id),
    );
    return {
      used: shown.filter((field) => !field.isRemoved),
      removed: removed.map(({ id, label }) => ({ id, label, count: shownCount(counts.get(id)) })),
      version,
    };
  });

/** Null while the values are being deleted. */
const shownCount = (count: ValueCount | undefined) =>
  count ? { ...messageCount(count.records), isMore: count.isMore } : null;

type Change = (fields: readonly OwnField[], field: OwnField) => OwnField[];

const button =
  (change: Change): Buttons[string]["work"] =>
  async (portal, actor, { id, expectedVersion }) => {
    const { ownFields } = await currentSettings(portal);
    const field = ownFields.find((one) => one.id === id);
    if (!field) throw new PortalError("not-found");
    return changeSettings(portal, actor, { change: { ownFields: change(ownFields, field) }, expectedVersion });
  };

const buttons: Buttons = {
  up: { work: button((fields, { id }) => withOwnFieldUp(fields, id)) },
  remove: {
    flash: "own-field-removed",
    work: button((fields, field) => withOwnField(fields, { ...field, isRemoved: true })),
  },
  restore: {
    flash: "own-field-saved",
    // Showing it to visitors again is asked about as at first.
    work: button((fields, field) => withOwnField(fields, { ...field, isRemoved: false, audience: "staff" })),
  },
  "delete-values": {
    flash: "own-values-leave",
    work: (portal, actor, target, { records }) =>
      deleteOwnValues(portal, actor, { ...target, records: Number(records) }),
  },
};

export const action = (args: Route.ActionArgs) => handleButtons(args, { page, buttons });

/** Lists the operator's own fields in the order of the forms. */
export default function OwnFields({ loaderData: { used, removed, version }, actionData }: Route.ComponentProps) {
  return (
    <FormPage title={m.own_fields_title()} answer={actionData}>
      <BackToSettings />
      <div className="grid max-w-prose gap-2">
        <p>{m.own_fields_text()}</p>
        <p className="border-s-4 border-line-strong ps-4">{m.own_fields_audience()}</p>
      </div>
      {used.length === 0 && <EmptyState title={m.own_fields_none()} text={m.own_fields_none_text()} />}
      <ol className="grid max-w-prose">
        {used.map((field, at) => (
          <UsedField key={field.id} {...field} version={version} isFirst={at === 0} />
        ))}
      </ol>
      {used.length < maxOwnFields ? (
        <TextLink
          to={addressOfOwnField("new")}
          label={m.own_field_add()}
          className={`${buttonClass({ size: "small" })} justify-self-start`}
        />
      ) : (
        <p className="max-w-prose">{m.own_fields_full()}</p>
      )}
      {removed.length > 0 && (
        <FormPart id="removed" title={m.own_fields_removed()} className="max-w-prose gap-2">
          <p className="text-quiet">{m.own_fields_removed_text()}</p>
          <ul className="grid">
            {removed.map((field) => (
              <RemovedField key={field.id} {...field} version={version} />
            ))}
          </ul>
        </FormPart>
      )}
    </FormPage>
  );
}

type ShownField = Route.ComponentProps["loaderData"]["used"][number];

const UsedField = ({
  id,
  label,
  type,
  audience,
  isNeeded,
  percent,
  version,
  isFirst,
}: ShownField & { version: number; isFirst: boolean }) => (
  <li className="grid gap-1 border-t border-line py-3">
    <span className="wrap-anywhere">
      <bdi className="font-semibold">{label}</bdi>
      <span className="block text-16 text-quiet">
        {[
          ownTypeWords[type](),
          ownAudienceWords[audience](),
          ...(isNeeded ? [m.own_field_is_needed_short()] : []),
          ...(percent === null ? [] : [searchWords(percent)]),
        ].join(" · ")}
      </span>
    </span>
    <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
      <Link to={addressOfOwnField(id)} className="inline-flex min-h-11 items-center">
        {m.own_field_change()}
        <span className="sr-only"> {label}</span>
      </Link>
      {!isFirst && <OneButton does="up" label={m.own_field_up()} of={label} {...{ id, version }} />}
      <ConfirmBelow label={m.own_field_remove()} of={label}>
        {m.own_field_remove_text()}
        <SendForm action={page} hidden={{ do: "remove", id, version: String(version) }}>
          <Button variant="danger" size="small">
            {m.own_field_remove_yes()}
          </Button>
        </SendForm>
      </ConfirmBelow>
    </div>
  </li>
);

type RemovedProps = Route.ComponentProps["loaderData"]["removed"][number] & { version: number };

const RemovedField = ({ id, label, count, version }: RemovedProps) => (
  <li className="grid gap-1 border-t border-line py-3">
    <bdi className="wrap-anywhere">{label}</bdi>
    <p className="text-16 text-quiet">{count ? countWords(count) : m.own_field_emptying()}</p>
    {count && (
      <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <OneButton does="restore" label={m.own_field_restore()} of={label} {...{ id, version }} />
        {(count.count > 0 || count.isMore) && (
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
        )}
      </div>
    )}
  </li>
);

function countWords({ isMore, ...count }: NonNullable<RemovedProps["count"]>): string {
  if (isMore) return m.own_field_values_many({ written: writtenCount(mostCounted), found: count.written });
  return count.count === 0 ? m.own_field_values_none() : m.own_field_values(count);
}
const searchWords = (percent: number) =>
  percent < 100 ? m.own_field_filling({ percent: writtenCount(percent) }) : m.own_field_searched_short();

type OneButtonProps = { does: string; id: string; version: number; label: string; of: string };

const OneButton = ({ does, id, version, label, of }: OneButtonProps) => (
  <ActionButton
    action={page}
    fields={{ do: does, id, version: String(version) }}
    label={label}
    of={of}
    className="link-button min-h-11"
  />
);
