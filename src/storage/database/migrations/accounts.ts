/** Keys with which programs act for an account. */
export const apiKeyTables = `
  create table api_key (
    id {code} primary key,
    person_id {code} not null references person (id) on delete cascade,
    name {text} not null,
    scope {code} not null,
    token_hash {bytes} not null unique,
    made_at {big} not null,
    expires_at {big} not null,
    used_at {big}
  ) {rowsByKey};
  create index api_key_by_person on api_key (person_id);`;

/** Alerts that will be mailed to staff, the alerts that each person chose, and how far the audit log was read. */
export const alertTables = `
  create table alert (
    id {code} primary key,
    person_id {code} not null references person (id) on delete cascade,
    kind {code} not null,
    subject_id {code} not null,
    noted_at {big} not null,
    due_at {big} not null
  ) {rowsByKey};
  create index alert_by_due on alert (due_at);
  create index alert_by_person on alert (person_id);
  create table alert_choice (
    person_id {code} primary key references person (id) on delete cascade,
    choices {text} not null
  ) {rowsByKey};
  create table alert_mark (
    id {code} primary key,
    value {big} not null
  ) {rowsByKey};`;
