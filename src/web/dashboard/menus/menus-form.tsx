import { Form, useNavigation } from "react-router";
import { hasGroups } from "#core/settings/menu-rows.ts";
import { menuLimits } from "#core/settings/menus.ts";
import { m } from "#i18n/compiled/messages.js";
import { Alarm } from "#design/form/alarm.tsx";
import { GroupBox } from "./group-box.tsx";
import { LinkRows } from "./link-rows.tsx";
import { RowButton } from "./row-button.tsx";
import type { SentMenus, ShownMenus } from "./shown-menus.ts";

type MenusFormProps = { action: string; shown: ShownMenus; sent: SentMenus | undefined };

/** Carries all rows itself: every button sends them, and only "Save" keeps them. */
export function MenusForm({ action, shown: { part, rows, version }, sent }: MenusFormProps) {
  const isBusy = useNavigation().state === "submitting";
  const focus = sent?.focus ?? "";
  const around = { part, fields: sent?.fields ?? {}, focus };
  return (
    <Form
      method="post"
      action={action}
      noValidate
      preventScrollReset
      onSubmit={(event) => isBusy && event.preventDefault()}
      className="grid max-w-3xl grid-cols-1 gap-5"
    >
      {/* Enter in a box presses the first button of a form. */}
      <button name="do" value="save" tabIndex={-1} aria-hidden="true" className="sr-only" />
      <input type="hidden" name="version" value={version} />
      {sent && <State state={sent.state} />}
      {rows.map((row, at) =>
        hasGroups(part) ? (
          <GroupBox key={at} {...around} {...{ row, at }} isLast={at === rows.length - 1} />
        ) : (
          <LinkRows key={at} {...around} links={row.links} group={at} />
        ),
      )}
      {hasGroups(part) && (
        <RowButton id="add" focus={focus} isOff={rows.length >= menuLimits[part]}>
          {m.menus_add_group()}
        </RowButton>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-line pt-5">
        <button name="do" value="save" aria-disabled={isBusy} className="action">
          {m.save()}
        </button>
        <button name="do" value="delivered" className="link-button">
          {m.menus_delivered()}
        </button>
      </div>
    </Form>
  );
}

/** Said, not only shown, where nothing else takes the focus. */
function State({ state }: Pick<SentMenus, "state">) {
  const words = (states.get(state) ?? m.flash_failed)();
  if (state !== "unsaved" && state !== "delivered") return <Alarm>{words}</Alarm>;
  return (
    <p role="status" className="border-s-4 border-line-strong ps-4">
      {words}
    </p>
  );
}

const states = new Map<SentMenus["state"], () => string>([
  ["unsaved", m.menus_unsaved],
  ["delivered", m.menus_delivered_unsaved],
  ["stale", m.menus_stale],
  ["invalid", m.menus_wrong],
  ["not-allowed", m.flash_refused],
]);
