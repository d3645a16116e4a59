import type { Migration } from "./migration.ts";

/**
 * People and how they sign in. Whoever has no row in staff is a student. Deleting a person takes everything along that
 * signs in.
 */
export const accounts: Migration = {
  sqlite: `
    create table person (
      id text primary key,
      email text not null unique,
      email_confirmed integer not null check (email_confirmed in (0, 1)),
      name text not null,
      photo_url text,
      has_totp integer not null default 0 check (has_totp in (0, 1)),
      added_at integer not null,
      changed_at integer not null
    ) strict;
    create index person_by_added on person (added_at, id);

    create table staff (
      person_id text primary key references person (id) on delete cascade,
      role text not null check (role in ('admin', 'moderator', 'student')),
      given_by text not null,
      given_at integer not null,
      suspended_at integer,
      suspended_by text
    ) strict;
    create index staff_by_role on staff (role);

    create table session (
      id text primary key,
      person_id text not null references person (id) on delete cascade,
      token text not null unique,
      started_at integer not null,
      used_at integer not null,
      expires_at integer not null,
      changed_at integer not null,
      proved_at integer,
      browser text not null
    ) strict;
    create index session_by_person on session (person_id);
    create index session_by_end on session (expires_at);

    create table sign_in_method (
      id text primary key,
      person_id text not null references person (id) on delete cascade,
      provider text not null,
      provider_account text not null,
      password_hash text,
      added_at integer not null,
      changed_at integer not null,
      unique (provider, provider_account)
    ) strict;
    create index sign_in_method_by_person on sign_in_method (person_id);

    create table totp (
      id text primary key,
      person_id text not null unique references person (id) on delete cascade,
      secret text not null,
      recovery_codes text not null,
      confirmed integer not null check (confirmed in (0, 1)),
      last_step integer not null default 0
    ) strict;

    create table passkey (
      id text primary key,
      person_id text not null references person (id) on delete cascade,
      name text,
      public_key text not null,
      credential_id text not null unique,
      counter integer not null,
      device_type text not null,
      backed_up integer not null check (backed_up in (0, 1)),
      transports text,
      aaguid text,
      added_at integer not null
    ) strict;
    create index passkey_by_person on passkey (person_id);

    create table verification (
      id text primary key,
      identifier text not null,
      value text not null,
      expires_at integer not null,
      added_at integer not null,
      changed_at integer not null
    ) strict;
    create index verification_by_identifier on verification (identifier);
    create index verification_by_end on verification (expires_at);

    create table mailed_link (
      token_hash blob primary key,
      person_id text not null references person (id) on delete cascade,
      purpose text not null check (purpose in ('confirm', 'reset')),
      expires_at integer not null
    ) strict, without rowid;
    create index mailed_link_by_person on mailed_link (person_id, purpose);
    create index mailed_link_by_end on mailed_link (expires_at);

    create table invitation (
      id text primary key,
      email text not null,
      role text not null check (role in ('admin', 'moderator', 'student')),
      token_hash blob not null unique,
      invited_by text not null,
      invited_at integer not null,
      expires_at integer not null,
      taken_at integer,
      taken_by text
    ) strict;
    create index invitation_by_email on invitation (email);

    create table setup_link (
      id text primary key check (id = 'setup'),
      token_hash blob not null,
      made_at integer not null,
      expires_at integer not null
    ) strict;
  `,
  postgres: `
    create table person (
      id text collate "C" primary key,
      email text collate "C" not null unique,
      email_confirmed smallint not null check (email_confirmed in (0, 1)),
      name text not null,
      photo_url text,
      has_totp smallint not null default 0 check (has_totp in (0, 1)),
      added_at bigint not null,
      changed_at bigint not null
    );
    create index person_by_added on person (added_at, id);

    create table staff (
      person_id text collate "C" primary key references person (id) on delete cascade,
      role text collate "C" not null check (role in ('admin', 'moderator', 'student')),
      given_by text collate "C" not null,
      given_at bigint not null,
      suspended_at bigint,
      suspended_by text collate "C"
    );
    create index staff_by_role on staff (role);

    create table session (
      id text collate "C" primary key,
      person_id text collate "C" not null references person (id) on delete cascade,
      token text collate "C" not null unique,
      started_at bigint not null,
      used_at bigint not null,
      expires_at bigint not null,
      changed_at bigint not null,
      proved_at bigint,
      browser text not null
    );
    create index session_by_person on session (person_id);
    create index session_by_end on session (expires_at);

    create table sign_in_method (
      id text collate "C" primary key,
      person_id text collate "C" not null references person (id) on delete cascade,
      provider text collate "C" not null,
      provider_account text collate "C" not null,
      password_hash text,
      added_at bigint not null,
      changed_at bigint not null,
      unique (provider, provider_account)
    );
    create index sign_in_method_by_person on sign_in_method (person_id);

    create table totp (
      id text collate "C" primary key,
      person_id text collate "C" not null unique references person (id) on delete cascade,
      secret text not null,
      recovery_codes text not null,
      confirmed smallint not null check (confirmed in (0, 1)),
      last_step bigint not null default 0
    );

    create table passkey (
      id text collate "C" primary key,
      person_id text collate "C" not null references person (id) on delete cascade,
      name text,
      public_key text not null,
      credential_id text collate "C" not null unique,
      counter bigint not null,
      device_type text not null,
      backed_up smallint not null check (backed_up in (0, 1)),
      transports text,
      aaguid text,
      added_at bigint not null
    );
    create index passkey_by_person on passkey (person_id);

    create table verification (
      id text collate "C" primary key,
      identifier text collate "C" not null,
      value text not null,
      expires_at bigint not null,
      added_at bigint not null,
      changed_at bigint not null
    );
    create index verification_by_identifier on verification (identifier);
    create index verification_by_end on verification (expires_at);

    create table mailed_link (
      token_hash bytea primary key,
      person_id text collate "C" not null references person (id) on delete cascade,
      purpose text collate "C" not null check (purpose in ('confirm', 'reset')),
      expires_at bigint not null
    );
    create index mailed_link_by_person on mailed_link (person_id, purpose);
    create index mailed_link_by_end on mailed_link (expires_at);

    create table invitation (
      id text collate "C" primary key,
      email text collate "C" not null,
      role text collate "C" not null check (role in ('admin', 'moderator', 'student')),
      token_hash bytea not null unique,
      invited_by text collate "C" not null,
      invited_at bigint not null,
      expires_at bigint not null,
      taken_at bigint,
      taken_by text collate "C"
    );
    create index invitation_by_email on invitation (email);

    create table setup_link (
      id text primary key check (id = 'setup'),
      token_hash bytea not null,
      made_at bigint not null,
      expires_at bigint not null
    );
  `,
};
