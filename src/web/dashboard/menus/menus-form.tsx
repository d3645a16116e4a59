import type { SubmitEvent } from "react";
import { Form } from "react-router";
import { hasGroups } from "#core/settings/menu-rows.ts";
import { menuLimits } from "#core/settings/menus.ts";
import { m } from "#i18n/compiled/messages.js";
import { Alarm } from "#design/form/alarm.tsx";
import { Button } from "#design/form/button.tsx";
import { problemWords } from "#design/form/problem-words.ts";
import { useIsSending } from "#design/form/use-is-sending.ts";
import { GroupBox, LinkRows } from "./menu-rows.tsx";
import { AddButton } from "./row-buttons.tsx";
import { type EditedMenus, type ShownMenus, useEditedMenus } from "./use-edited-menus.ts";

type MenusFormProps = { action: string; shown: ShownMenus; sent: EditedMenus | undefined };

/**
 * A form with all rows. With scripts, only "Save" sends it. Without scripts every button does, and the response has the
 * changed rows.
 */
export function MenusForm({ action, shown, sent }: MenusFormProps) {
  const isBusy = useIsSending();
  const { edited, edit } = useEditedMenus(shown, sent);
  const {
    values: { part, rows, version },
    problem,
    at,
    focus,
  } = edited;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent;
    const button = submitter instanceof HTMLButtonElement ? submitter.value : "save";
    if (isBusy || button !== "save") event.preventDefault();
    if (!isBusy) edit(event.currentTarget, button);
  };
  return (
    <Form
      method="post"
      action={action}
      noValidate
      preventScrollReset
      onSubmit={submit}
      className="grid max-w-3xl grid-cols-1 gap-5"
    >
      {/* Enter in a box presses the first button of the form, so a hidden "Save" comes first. */}
      <button name="do" value="save" tabIndex={-1} aria-hidden="true" className="sr-only" />
      <input type="hidden" name="version" value={version} />
      {problem && <State key={at} problem={problem} />}
      {rows.map((row, place) =>
        hasGroups(part) ? (
          <GroupBox key={row.key} {...{ edited, row }} at={place} />
        ) : (
          <LinkRows key={row.key} edited={edited} links={row.links} group={place} />
        ),
      )}
      {hasGroups(part) && (
        <AddButton id="add" focus={focus} isOff={rows.length >= menuLimits[part]}>
          {m.menus_add_group()}
        </AddButton>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-line pt-5">
        <Button name="do" value="save" size="large" isBusy={isBusy}>
          {m.save()}
        </Button>
        <button name="do" value="delivered" className="link-button">
          {m.menus_delivered()}
        </button>
      </div>
    </Form>
  );
}

/** Screen readers announce the state, because nothing else may take the focus. */
function State({ problem }: { problem: NonNullable<EditedMenus["problem"]> }) {
  if (problem !== "unsaved" && problem !== "delivered") return <Alarm>{problemWords(problem, {}, own)}</Alarm>;
  return (
    <p role="status" className="border-s-4 border-line-strong ps-4">
      {problem === "unsaved" ? m.menus_unsaved() : m.menus_delivered_unsaved()}
    </p>
  );
}

const own = { stale: m.menus_stale, invalid: m.menus_wrong };
