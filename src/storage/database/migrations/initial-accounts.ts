/** A person without a row in staff is a student. Deleting a person deletes all their ways to sign in. */
export const accountTables = `
  create table person (
    id {code} primary key,
    email {code} not null unique,
    email_confirmed {flag} not null check (email_confirmed in (0, 1)),
    name {text} not null,
    photo_url {text},
    has_totp {flag} not null default 0 check (has_totp in (0, 1)),
    added_at {big} not null,
    changed_at {big} not null
  ) {rows};
  create index person_by_added on person (added_at, id);

  create table staff (
    person_id {code} primary key references person (id) on delete cascade,
    role {code} not null check (role in ('admin', 'moderator', 'student')),
    given_by {code} not null,
    given_at {big} not null,
    suspended_at {big},
    suspended_by {code}
  ) {rows};
  create index staff_by_role on staff (role);

  create table session (
    id {code} primary key,
    person_id {code} not null references person (id) on delete cascade,
    token {code} not null unique,
    started_at {big} not null,
    used_at {big} not null,
    expires_at {big} not null,
    changed_at {big} not null,
    proved_at {big},
    browser {text} not null
  ) {rows};
  create index session_by_person on session (person_id);
  create index session_by_end on session (expires_at);

  create table sign_in_method (
    id {code} primary key,
    person_id {code} not null references person (id) on delete cascade,
    provider {code} not null,
    provider_account {code} not null,
    password_hash {text},
    added_at {big} not null,
    changed_at {big} not null,
    unique (provider, provider_account)
  ) {rows};
  create index sign_in_method_by_person on sign_in_method (person_id);

  create table totp (
    id {code} primary key,
    person_id {code} not null unique references person (id) on delete cascade,
    secret {text} not null,
    recovery_codes {text} not null,
    confirmed {flag} not null check (confirmed in (0, 1)),
    last_step {big} not null default 0
  ) {rows};

  create table passkey (
    id {code} primary key,
    person_id {code} not null references person (id) on delete cascade,
    name {text},
    public_key {text} not null,
    credential_id {code} not null unique,
    counter {big} not null,
    device_type {text} not null,
    backed_up {flag} not null check (backed_up in (0, 1)),
    transports {text},
    aaguid {text},
    added_at {big} not null
  ) {rows};
  create index passkey_by_person on passkey (person_id);

  create table verification (
    id {code} primary key,
    identifier {code} not null,
    value {text} not null,
    expires_at {big} not null,
    added_at {big} not null,
    changed_at {big} not null
  ) {rows};
  create index verification_by_identifier on verification (identifier);
  create index verification_by_end on verification (expires_at);

  create table mailed_link (
    token_hash {bytes} primary key,
    person_id {code} not null references person (id) on delete cascade,
    purpose {code} not null check (purpose in ('confirm', 'reset')),
    expires_at {big} not null
  ) {rowsByKey};
  create index mailed_link_by_person on mailed_link (person_id, purpose);
  create index mailed_link_by_end on mailed_link (expires_at);

  create table invitation (
    id {code} primary key,
    email {code} not null,
    role {code} not null check (role in ('admin', 'moderator', 'student')),
    token_hash {bytes} not null unique,
    invited_by {code} not null,
    invited_at {big} not null,
    expires_at {big} not null,
    taken_at {big},
    taken_by {code}
  ) {rows};
  create index invitation_by_email on invitation (email);

  create table setup_link (
    id text primary key check (id = 'setup'),
    token_hash {bytes} not null,
    made_at {big} not null,
    expires_at {big} not null
  ) {rows};
`;
