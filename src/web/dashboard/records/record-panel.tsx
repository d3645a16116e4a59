import type { IconNode } from "lucide";
import chevronDown from "lucide/dist/esm/icons/chevron-down.mjs";
import chevronUp from "lucide/dist/esm/icons/chevron-up.mjs";
import x from "lucide/dist/esm/icons/x.mjs";
import { useEffect, useState } from "react";
import { Link, useFetcher } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { Icon } from "#design/icon.tsx";
import { keyed } from "#design/page/keys.ts";
import { quietFetcher } from "#design/page/use-dashboard.ts";
import { ViewerParts } from "../frame/viewer-parts.tsx";
import type { Panel } from "../record-list/record-columns.tsx";
import { recordAddress } from "../record-list/record-links.tsx";
import { RecordLookups } from "./record-lookups.tsx";
import { sheetOf, StaffPapers, StaffSheet } from "./staff-record.tsx";
import type { WholeRecordData } from "./whole-record.tsx";

/** Once open, the panel follows the focus along the rows. */
export function usePanel(): Panel & { close: () => void } {
  const [open, setOpen] = useState<string | null>(null);
  const isOpen = open !== null;
  useEffect(() => {
    if (!isOpen) return undefined;
    const follow = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest("[data-row]") : null;
      const id = row?.querySelector(".record-name")?.id.replace(/^row-/, "");
      if (id !== undefined) setOpen(id);
    };
    document.addEventListener("focusin", follow);
    return () => document.removeEventListener("focusin", follow);
  }, [isOpen]);
  return { open, show: setOpen, close: () => setOpen(null) };
}

type RecordPanelProps = Pick<ReturnType<typeof usePanel>, "open" | "close"> & {
  rows: readonly { id: string; name: string }[];
  /** The current address of the list. */
  back: string;
};

/** Shows the sheet of one record beside the list. The focus stays in the list, so the keys of the row still work. */
export function RecordPanel({ open, close, rows, back }: RecordPanelProps) {
  const { load, data } = useFetcher<Pick<WholeRecordData, "record" | "lookups">>({ key: `${quietFetcher} panel` });
  const at = rows.findIndex(({ id }) => id === open);
  const id = rows[at]?.id;
  useEffect(() => {
    if (id !== undefined) void load(recordAddress(id));
  }, [id, load]);
  const row = rows[at];
  if (!row) return null;
  const step = (by: -1 | 1) => document.getElementById(`row-${rows[at + by]?.id}`)?.focus();
  const shut = () => {
    document.getElementById(`row-${row.id}`)?.focus();
    close();
  };
  return (
    <aside aria-label={row.name} className="record-panel">
      <div className="panel-head">
        <Link to={recordAddress(row.id, back)} className="me-auto inline-flex min-h-11 items-center">
          {m.whole_record()}
        </Link>
        <PanelButton hotkey="ArrowUp" label={m.row_before()} sign={chevronUp} onPress={() => step(-1)} />
        <PanelButton hotkey="ArrowDown" label={m.next_row()} sign={chevronDown} onPress={() => step(1)} />
        <PanelButton hotkey="Escape" label={m.viewer_close()} sign={x} onPress={shut} />
      </div>
      {data && (
        <div key={data.record.id} aria-busy={data.record.id !== row.id}>
          <StaffSheet {...sheetOf(data.record)}>
            <StaffPapers record={data.record} />
          </StaffSheet>
          <div className="mt-6">
            <RecordLookups {...data.lookups} />
          </div>
        </div>
      )}
      <ViewerParts />
    </aside>
  );
}

type PanelButtonProps = { hotkey: string; label: string; sign: IconNode; onPress: () => void };

const PanelButton = ({ hotkey, label, sign, onPress }: PanelButtonProps) => (
  <button type="button" title={label} onClick={onPress} className="icon-button" {...keyed(hotkey, label)}>
    <span className="sr-only">{label}</span>
    <Icon icon={sign} />
  </button>
);
