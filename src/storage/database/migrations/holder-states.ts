import type { Engine } from "../database.ts";
import { inDialect } from "./dialect.ts";

/**
 * Whether the holder of a record has their page, a card for it, or neither. Each order of the list has an index that
 * begins with this state. Cards are made for the newest records first, so a walk without it would pass all of these
 * before it finds others.
 */
export const holderStates = (engine: Engine): string =>
  inDialect(
    engine,
    `
  alter table candidate add column holder_state {code} not null default 'none'
    check (holder_state in ('none', 'offered', 'bound'));
  update candidate set holder_state = 'offered' where id in (select candidate_id from holder_link);
  update candidate set holder_state = 'bound' where id in (select candidate_id from holder);
  create index candidate_by_holder_name on candidate
    (holder_state, registry, approval, hidden, name_folded, seq, added_at, added_by, document_kinds);
  create index candidate_by_holder_added on candidate
    (holder_state, registry, approval, hidden, added_at, seq, name_folded, changed_at, added_by, document_kinds);
  create index candidate_by_holder_changed on candidate
    (holder_state, registry, approval, hidden, changed_at, seq, name_folded, added_at, added_by, document_kinds);${
      engine === "sqlite" ? covering : ""
    }`,
  );

const covering = `
  drop index candidate_briefly;
  create index candidate_briefly on candidate
    (seq, registry, approval, hidden, name_folded, added_at, changed_at, added_by, document_kinds, holder_state);`;
