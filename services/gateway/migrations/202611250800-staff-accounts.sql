alter table admin_users
  -- Base32; null without an authenticator app.
  add column totp_secret text,
  -- The last time step whose code was accepted: a code counts once (RFC 6238, section 5.2).
  add column totp_step bigint not null default 0;

create table admin_passkeys (
  -- The credential id, in base64url.
  id text primary key,
  admin_id int not null references admin_users on delete cascade,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

-- Serves the account page and the options of a new passkey.
create index admin_passkeys_admin on admin_passkeys (admin_id);

-- SHA-256 of codes of 120 random bits; a used one is deleted.
create table admin_recovery_codes (
  admin_id int not null references admin_users on delete cascade,
  hash text not null,
  primary key (admin_id, hash)
);

create table admin_invitations (
  id serial primary key,
  token_hash text not null unique,
  username text not null,
  role text not null check (role in ('moderator', 'admin')),
  invited_by text not null,
  expires_at timestamptz not null
);

-- Log-ins and changes of accounts. Names, not ids: it outlives the accounts.
create table account_changes (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  who text not null,
  account text not null,
  what text not null
);

-- Admin sessions are in this table in every way to run the product.
alter table sessions
  add column device text not null default '',
  add column opened_at timestamptz not null default now();

-- Serves the account page, and ends an account's sessions.
create index sessions_admin on sessions (admin_id);
