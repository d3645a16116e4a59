import { href } from "react-router";
import type { PublicState } from "#core/records/public-state.ts";
import { m } from "#i18n/compiled/messages.js";
import { DeleteLink } from "#design/form/confirm.tsx";
import { StateWord } from "#design/page/state-label.tsx";
import { type Column, RowLink } from "#design/table/data-table.tsx";
import { RecordNumber } from "../../lookup/document-number.tsx";
import { pages } from "../../pages.ts";
import { updateAddress } from "./update-link.tsx";
import { RowAction } from "../frame/row-action.tsx";

type PicturedRecord = {
  name: string;
  /** Passport or IRCC: whichever the list is about. */
  number: string;
  /** The address of the photo. */
  photo: string | null;
};

export const pictureColumn = (): Column<PicturedRecord> => ({
  title: m.column_picture(),
  look: "main",
  cell: ({ name, number, photo }) => (
    <div className="flex items-center gap-3">
      <span className="size-8 shrink-0 overflow-hidden rounded-sm bg-sunk max-md:size-12">
        {photo ? (
          <img src={photo} alt="" loading="lazy" decoding="async" className="size-full object-cover object-top" />
        ) : (
          <NoPhoto />
        )}
      </span>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <strong className="min-w-0">{name}</strong>
        <span className="text-14 text-quiet">
          <RecordNumber number={number} />
        </span>
      </span>
    </div>
  ),
});

const NoPhoto = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true" className="size-full text-line" fill="currentColor">
    <circle cx="16" cy="12" r="6" />
    <path d="M4 32c0-8 5-12 12-12s12 4 12 12z" />
  </svg>
);

export const stateColumn = (): Column<{ publicState: PublicState }> => ({
  title: m.state(),
  look: "state",
  cell: StateWord,
});

type NamedRecord = { id: string; name: string };

export const updateColumn = (back?: string): Column<NamedRecord> => ({
  title: m.column_update(),
  cell: ({ id, name }) => <RowLink to={updateAddress(id, back)} label={m.update_record()} of={name} hotkey="e" />,
});

/** `back` is the list, as it is. */
export const deleteColumn = (back: string): Column<NamedRecord> => ({
  title: m.column_delete(),
  look: "grave",
  cell: ({ id, name }) => <DeleteLink of={name} action={href(pages.deleteRecord.path, { id })} back={back} />,
});

type HideButtonProps = NamedRecord & { publicState: PublicState; back: string };

export const HideButton = ({ id, name, publicState, back }: HideButtonProps) => (
  <RowAction
    action={pages.records.path}
    fields={{ do: publicState === "hidden" ? "unhide" : "hide", id, back }}
    label={publicState === "hidden" ? m.unhide_record() : m.hide_record()}
    of={name}
    hotkey="h"
    keyWords={`${m.hide_record()} / ${m.unhide_record()}`}
  />
);
