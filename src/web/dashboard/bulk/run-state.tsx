import { type BulkKind, type BulkState, isBulkChange } from "#core/records/bulk-run.ts";
import { m } from "#i18n/compiled/messages.js";
import { ShapedWord } from "#design/page/state-label.tsx";

/** How far it is, in a word. What changes no records has no state. */
export const RunState = ({ kind, state }: { kind: BulkKind; state: BulkState }) =>
  isBulkChange(kind) && <ShapedWord shape={shapes[state]} word={words[state]()} />;

const shapes = { asked: "hidden", running: "waiting", done: "shown", stopped: "returned" } as const;

const words: Record<BulkState, () => string> = {
  asked: m.bulk_state_asked,
  running: m.bulk_state_running,
  done: m.bulk_state_done,
  stopped: m.bulk_state_stopped,
};
