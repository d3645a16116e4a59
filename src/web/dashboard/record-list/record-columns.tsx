import file from "lucide/dist/esm/icons/file.mjs";
import type { MouseEvent } from "react";
import { href, Link } from "react-router";
import type { PublicState } from "#core/records/public-state.ts";
import { m } from "#i18n/compiled/messages.js";
import { DeleteLink } from "#design/form/confirm.tsx";
import { Icon } from "#design/icon.tsx";
import { StateWord } from "#design/page/state-label.tsx";
import { keyed } from "#design/page/keys.ts";
import type { Column } from "#design/table/data-table.tsx";
import { RowMenu } from "#design/table/row-menu.tsx";
import { fieldsHere, secondTitle } from "#i18n/second-number.ts";
import { pages } from "../../pages.ts";
import { CopiedNumber, Portrait, RecordMark } from "./record-mark.tsx";
import { recordAddress, UpdateLink } from "./record-links.tsx";
import { RowAction } from "../frame/row-action.tsx";

export type ShownInRow = {
  id: string;
  name: string;
  /** The passport number or the second number, depending on the list. */
  number: string;
  /** The URL of the photo. */
  photo: string | null;
  publicState: PublicState;
  /** True if changes of the record wait. */
  isRevised?: boolean;
};

/** What the menu of a row contains. */
export type MenuOfRow = { mayUpdate: boolean; mayDecide: boolean };

/** The panel beside a list: the id of the record in it, and the function that shows another one. */
export type Panel = { open: string | null; show: (id: string) => void };

type PersonColumnOptions = {
  /** The page that the name leads to; by default the page of the record. */
  address?: (id: string) => string;
  panel?: Panel;
};

/** `back` is the current address of the list. */
export const personColumn = (
  back: string,
  { address = (id) => recordAddress(id, back), panel }: PersonColumnOptions = {},
): Column<Pick<ShownInRow, "id" | "name" | "photo">> => ({
  title: m.column_person(),
  look: "main",
  cell: ({ id, name, photo }) => (
    <div className="person">
      <span className="portrait">
        <Portrait photo={photo} />
      </span>
      {/* The link also covers the picture. */}
      <Link
        to={address(id)}
        id={`row-${id}`}
        className="record-name"
        {...(panel && {
          "aria-expanded": panel.open === id,
          onClick: (event) => showBeside(event, () => panel.show(id)),
        })}
        {...keyed("o", m.open_record())}
      >
        {name}
      </Link>
    </div>
  ),
});

/** On a narrow screen, and with a key that opens another tab, the link leads to the page as usual. */
function showBeside(event: MouseEvent, show: () => void): void {
  const isForTab = event.ctrlKey || event.metaKey || event.shiftKey;
  if (isForTab || !matchMedia("(width >= 80rem)").matches) return;
  event.preventDefault();
  show();
}

/** The column of the second number, if this site asks for one. */
export const secondColumn = (): Column<Pick<ShownInRow, "number">>[] =>
  fieldsHere(["irccNumber"]).map(() => numberColumn(secondTitle()));

export const numberColumn = (title: string): Column<Pick<ShownInRow, "number">> => ({
  title,
  cell: ({ number }) => number && <CopiedNumber number={number} />,
});

export const stateColumn = (): Column<Pick<ShownInRow, "publicState" | "isRevised">> => ({
  title: m.state(),
  look: "state",
  cell: ({ publicState, isRevised = false }) => (
    <>
      <StateWord publicState={publicState} />
      {isRevised && <span className="block text-14 text-quiet">{m.changes_wait()}</span>}
    </>
  ),
});

/** How many of all documents the record has, beside a small sheet. */
export const PaperCount = ({ count }: { count: string }) => (
  <span className="inline-flex items-center gap-1.5 text-14 text-quiet tabular-nums max-md:hidden">
    <Icon icon={file} className="size-3" />
    <span className="sr-only">{m.documents_column()}: </span>
    {count}
  </span>
);

/** `back` is the current address of the list. */
export const menuColumn = (back: string): Column<ShownInRow & MenuOfRow> => ({
  title: m.row_actions(),
  look: "menu",
  cell: ({ mayUpdate, mayDecide, ...record }) =>
    (mayUpdate || mayDecide) && (
      <RowMenu of={record.name}>
        {mayUpdate && <UpdateLink {...record} back={back} className="row-button" />}
        {mayDecide && <HideButton {...record} back={back} />}
        {mayDecide && <DeleteRecordLink {...record} back={back} />}
      </RowMenu>
    ),
});

/** The question before a record is deleted offers to hide it. */
export const hideInstead = (id: string) => ({
  action: pages.records.path,
  does: "hide",
  id,
  label: m.hide_record(),
});

type DeleteRecordLinkProps = Omit<ShownInRow, "publicState"> & { back: string; publicState?: PublicState };

export const DeleteRecordLink = ({ id, name, number, photo, back, publicState }: DeleteRecordLinkProps) => (
  <DeleteLink
    of={name}
    mark={<RecordMark number={number} photo={photo} />}
    action={href(pages.deleteRecord.path, { id })}
    back={back}
    instead={publicState === "hidden" ? undefined : hideInstead(id)}
  />
);

type HideButtonProps = Pick<ShownInRow, "id" | "name" | "publicState"> & { back: string; className?: string };

export const HideButton = ({ id, name, publicState, back, className = "row-button" }: HideButtonProps) => (
  <RowAction
    className={className}
    action={pages.records.path}
    fields={{ do: publicState === "hidden" ? "unhide" : "hide", id, back }}
    label={publicState === "hidden" ? m.unhide_record() : m.hide_record()}
    of={name}
    hotkey="h"
    keyWords={`${m.hide_record()} / ${m.unhide_record()}`}
  />
);
