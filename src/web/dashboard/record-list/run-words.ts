import type { BulkChange, BulkKind, BulkOutcome } from "#core/records/bulk-run.ts";
import { m } from "#i18n/compiled/messages.js";
import type { Counted } from "#i18n/written.ts";
import type { FlashProblems } from "../../frame/flash/flash-messages.ts";

export const kindWords: Record<BulkKind, () => string> = {
  hide: m.bulk_hide,
  unhide: m.bulk_unhide,
  update: m.bulk_update,
  approve: m.bulk_approve,
  withdraw: m.bulk_withdraw,
  assign: m.bulk_assign,
  export: m.bulk_export,
  cards: m.bulk_cards,
  delete: m.bulk_delete,
  erase: m.bulk_erase,
  import: m.import_title,
};

/** What a run of each kind will do. */
export const kindTexts: Record<BulkKind, () => string> = {
  hide: m.bulk_hide_text,
  unhide: m.bulk_unhide_text,
  update: m.bulk_update_text,
  approve: m.bulk_approve_text,
  withdraw: m.bulk_withdraw_text,
  assign: m.bulk_assign_text,
  export: m.bulk_export_text,
  cards: m.bulk_cards_text,
  delete: m.bulk_delete_text,
  erase: m.bulk_erase,
  import: m.import_begin_text,
};

export const beginWords: Record<BulkChange, (records: Counted) => string> = {
  hide: m.bulk_hide_now,
  unhide: m.bulk_unhide_now,
  update: m.bulk_update_now,
  approve: m.bulk_approve_now,
  // These two start by themselves, without this button.
  withdraw: m.bulk_withdraw,
  erase: m.bulk_erase,
  assign: m.bulk_assign_now,
  delete: m.bulk_delete_now,
  import: m.import_now,
};

export const outcomeWords: Record<BulkOutcome, () => string> = {
  done: m.bulk_state_done,
  already: m.bulk_left_already,
  changed: m.bulk_left_changed,
  gone: m.bulk_left_gone,
  "not-allowed": m.bulk_left_not_allowed,
  "not-theirs": m.bulk_left_not_theirs,
  own: m.bulk_left_own,
  returned: m.bulk_left_returned,
  incomplete: m.bulk_left_incomplete,
  "not-shown": m.bulk_left_not_shown,
  refused: m.import_refused_row,
  "no-person": m.import_no_person,
  failed: m.bulk_left_failed,
};

export const bulkProblems: FlashProblems = {
  "not-found": "bulk-gone",
  stale: "bulk-over",
  "still-working": "bulk-busy",
  "too-large": "bulk-too-many",
};
