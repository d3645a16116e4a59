import ellipsis from "lucide/dist/esm/icons/ellipsis.mjs";
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";
import { Icon } from "../icon.tsx";
import { keyed } from "../page/keys.ts";

/** The actions of a row. The browser opens and closes it, also without scripts, and keeps at most one open. */
export const RowMenu = ({ of, children }: { of: string; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears of keys and presses inside it
  <details name="row-menu" className="row-menu" onKeyDown={closeOnEscape} onClick={closeAfterAction}>
    <summary title={m.row_actions()} {...keyed("m", m.row_actions())}>
      <Icon icon={ellipsis} />
      <span className="sr-only">
        {m.row_actions()} {of}
      </span>
    </summary>
    <div>{children}</div>
  </details>
);

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  const menu = event.currentTarget;
  if (event.key !== "Escape" || !menu.open || document.querySelector("dialog:modal")) return;
  event.preventDefault();
  menu.open = false;
  menu.querySelector("summary")?.focus();
}

function closeAfterAction({ target, currentTarget }: MouseEvent<HTMLDetailsElement>): void {
  const isAction = target instanceof Element && target.closest("form") !== null && target.closest("dialog") === null;
  if (isAction) currentTarget.open = false;
}
