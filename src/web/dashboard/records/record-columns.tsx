import { href, Link } from "react-router";
import type { PublicState } from "#core/records/public-state.ts";
import { m } from "#i18n/compiled/messages.js";
import { DeleteLink } from "#design/form/confirm.tsx";
import { StateWord } from "#design/page/state-label.tsx";
import { keyed } from "#design/page/keys.ts";
import { type Column, RowLink } from "#design/table/data-table.tsx";
import { pages } from "../../pages.ts";
import { CopiedNumber, Portrait, RecordMark } from "./record-mark.tsx";
import { recordAddress, updateAddress } from "./record-links.tsx";
import { RowAction } from "../frame/row-action.tsx";

export type PicturedRecord = {
  id: string;
  name: string;
  /** The passport number or the IRCC number, depending on the list. */
  number: string;
  /** The URL of the photo. */
  photo: string | null;
};

/** `back` is the current address of the list. The name links to `address`, by default the page of the record. */
export const pictureColumn = (
  back: string,
  address = (id: string) => recordAddress(id, back),
): Column<PicturedRecord> => ({
  title: m.column_picture(),
  look: "main",
  cell: ({ id, name, number, photo }) => (
    <div className="relative flex items-center gap-3">
      <span className="size-8 shrink-0 overflow-hidden rounded-sm bg-sunk max-md:size-12">
        <Portrait photo={photo} />
      </span>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        {/* The link also covers the picture, but not the number, so that the number can be selected and copied. */}
        <Link to={address(id)} className="record-name" {...keyed("o", m.open_record())}>
          {name}
        </Link>
        <span className="relative text-14 text-quiet">
          <CopiedNumber number={number} />
        </span>
      </span>
    </div>
  ),
});

export const stateColumn = (): Column<{ publicState: PublicState }> => ({
  title: m.state(),
  look: "state",
  cell: StateWord,
});

type NamedRecord = { id: string; name: string };

export const updateColumn = (back?: string): Column<NamedRecord & { mayUpdate?: boolean }> => ({
  title: m.column_update(),
  cell: ({ id, name, mayUpdate = true }) =>
    mayUpdate && <RowLink to={updateAddress(id, back)} label={m.update_record()} of={name} hotkey="e" />,
});

/** `back` is the current address of the list. */
export const deleteColumn = (back: string): Column<PicturedRecord> => ({
  title: m.column_delete(),
  look: "grave",
  cell: ({ id, name, number, photo }) => (
    <DeleteLink
      of={name}
      mark={<RecordMark number={number} photo={photo} />}
      action={href(pages.deleteRecord.path, { id })}
      back={back}
    />
  ),
});

type HideButtonProps = NamedRecord & { publicState: PublicState; back: string; className?: string };

export const HideButton = ({ id, name, publicState, back, ...look }: HideButtonProps) => (
  <RowAction
    {...look}
    action={pages.records.path}
    fields={{ do: publicState === "hidden" ? "unhide" : "hide", id, back }}
    label={publicState === "hidden" ? m.unhide_record() : m.hide_record()}
    of={name}
    hotkey="h"
    keyWords={`${m.hide_record()} / ${m.unhide_record()}`}
  />
);
