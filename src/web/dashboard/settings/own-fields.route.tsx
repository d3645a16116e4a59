import { maxOwnFields, type OwnField } from "#core/own-fields/own-field.ts";
import { m } from "#i18n/compiled/messages.js";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { handleButtons } from "../frame/run-action.server.ts";
import { BackToSettings } from "./back-to-settings.tsx";
import { OwnList } from "./own-list.tsx";
import { ownButtons, type OwnSetting, readOwnList } from "./own-list.server.ts";
import { addressOfOwnField } from "./settings-pages.ts";
import { ownAudienceWords, ownTypeWords, searchWords } from "./own-field-words.ts";
import type { Route } from "./+types/own-fields.route.ts";

const page = pages.ownFields.path;

const setting = (): OwnSetting<OwnField> => ({
  read: ({ ownFields }) => ownFields,
  change: (ownFields) => ({ ownFields }),
});

export const loader = (args: Route.LoaderArgs) => readPage(args, async ({ portal }) => readOwnList(portal, setting()));

export const action = (args: Route.ActionArgs) =>
  handleButtons(args, {
    page,
    buttons: ownButtons(setting(), {
      saved: "own-field-saved",
      removed: "own-field-removed",
      leave: "own-values-leave",
    }),
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
  emptying: m.own_field_emptying,
  countNone: m.own_field_values_none,
  counted: m.own_field_values,
  countedMany: m.own_field_values_many,
  deleteValues: m.own_field_delete_values,
  deleteText: m.own_field_delete_text,
  deleteNow: m.own_field_delete_now,
  deleteNowAll: m.own_field_delete_now_all,
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
        factsOf={({ type, audience, isNeeded, percent, isOfProgram }) => [
          ...(isOfProgram ? [m.own_label_of_program()] : []),
          ownTypeWords[type](),
          ownAudienceWords[audience](),
          ...(isNeeded ? [m.own_field_is_needed_short()] : []),
          ...(percent === null ? [] : [searchWords(percent)]),
        ]}
      />
    </FormPage>
  );
}
