import type { Engine } from "../database.ts";
import { inDialect } from "./dialect.ts";

/**
 * Keyed hashes of the last four characters of both numbers and of the name with the parents' names, and the kinds of
 * documents of a record. They are null until the program makes them, because a migration has no SECRET. The indexes of
 * the list get the columns by which the list filters.
 */
export const recordHashes = (engine: Engine): string =>
  inDialect(
    engine,
    `
  alter table candidate add column passport_last_four {bytes};
  alter table candidate add column ircc_last_four {bytes};
  alter table candidate add column same_person {bytes};
  alter table candidate add column document_kinds {count};
  create index candidate_by_passport_last_four on candidate (passport_last_four);
  create index candidate_by_ircc_last_four on candidate (ircc_last_four);
  create index candidate_by_same_person on candidate (same_person);
  create index candidate_without_hashes on candidate (seq) where document_kinds is null;
  drop index candidate_by_name;
  drop index candidate_by_added;
  drop index candidate_by_changed;
  drop index candidate_by_adder;
  create index candidate_by_name on candidate
    (registry, approval, hidden, name_folded, seq, added_at, added_by, document_kinds);
  create index candidate_by_added on candidate
    (registry, approval, hidden, added_at, seq, name_folded, changed_at, added_by, document_kinds);
  create index candidate_by_changed on candidate
    (registry, approval, hidden, changed_at, seq, name_folded, added_at, added_by, document_kinds);
  create index candidate_by_adder on candidate
    (added_by, added_at, seq, registry, approval, hidden, name_folded, changed_at, document_kinds);
  create index candidate_by_documents on candidate
    (registry, document_kinds, approval, hidden, added_at, seq, name_folded, changed_at, added_by);${
      engine === "sqlite" ? covering : ""
    }`,
  );

const covering = `
  drop index candidate_briefly;
  create index candidate_briefly on candidate
    (seq, registry, approval, hidden, name_folded, added_at, changed_at, added_by, document_kinds);`;
