/** Who waits for which number, and which mailboxes get no such mails. */
export const watchTables = `
  create table watch (
    id {code} primary key,
    mailbox_index {bytes} not null,
    passport_index {bytes} not null,
    ircc_index {bytes} not null,
    confirmed_at {big},
    ends_at {big} not null,
    key_set {code} not null,
    wrapped_key {bytes} not null,
    sealed {bytes} not null
  ) {rowsByKey};
  create index watch_by_mailbox on watch (mailbox_index);
  create index watch_by_passport on watch (passport_index);
  create index watch_by_ircc on watch (ircc_index);
  create index watch_by_end on watch (ends_at);
  create index watch_by_key_set on watch (key_set);
  create table watch_stop (
    mailbox_index {bytes} primary key,
    ends_at {big} not null
  ) {rowsByKey};`;

/** The time of the last comparison: names are compared with a record again only after the record has changed. */
export const watchComparedColumn = "alter table watch add column compared_at {big} default null;";
