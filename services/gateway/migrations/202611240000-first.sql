create table admin_users (
  id serial primary key,
  username text not null,
  -- Encrypted with INTERNAL_SECRET, in base64, for this id, name, role and version, and whether there is a second factor: a row that the product did not write is no account.
  password_hash text not null,
  -- Rises with each new password; sessions opened under an earlier one end.
  password_version int not null default 1,
  -- A moderator reviews cases; an admin may do everything.
  role text not null default 'admin' check (role in ('moderator', 'admin')),
  created_at timestamptz not null default now(),
  last_login_at timestamptz,
  -- Encrypted with INTERNAL_SECRET, in base64; null without an authenticator app.
  totp_secret text,
  -- The last time step whose code was accepted: a code counts once (RFC 6238, section 5.2).
  totp_step bigint not null default 0,
  -- Hashes by INTERNAL_SECRET of codes of 120 random bits; a used one is deleted.
  recovery_codes text[] not null default '{}'
);

-- Serves login, which ignores case: two names that differ in case alone would be a slip.
create unique index admin_users_username_lower on admin_users (lower(username));

create table admin_passkeys (
  -- The credential id, in base64url.
  id text primary key,
  admin_id int not null references admin_users on delete cascade,
  name text not null,
  -- Encrypted with INTERNAL_SECRET for this passkey and account.
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create table admin_invitations (
  id serial primary key,
  -- Of the token and the columns below, by INTERNAL_SECRET.
  token_hash text not null,
  username text not null,
  role text not null check (role in ('moderator', 'admin')),
  invited_by text not null,
  expires_at timestamptz not null
);

-- Admin sessions, in every way to run the product. Few rows: each login deletes expired ones, and the removal of an account takes its own along.
create table sessions (
  -- A hash of the cookie's value: reading the table does not suffice to take over a session.
  id text primary key,
  admin_id int not null references admin_users on delete cascade,
  -- Encrypted with INTERNAL_SECRET for this id, in base64.
  data text not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  device text not null default '',
  opened_at timestamptz not null default now()
);

-- As specified; no route uses it.
create table users (
  id serial primary key,
  username text not null unique,
  password text not null
);

-- Log-ins, changes of accounts, and what admins changed in the queues by hand. Names, not ids: it outlives the accounts. Append
-- only: the row of a queue is written before anything is changed, and the status of the answer is added afterwards.
create table admin_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  admin text not null,
  -- Null where a queue was changed.
  account text,
  -- What was done to the account, or the call of the dashboard, for example PUT /api/queues/reports/retry/failed.
  change text not null,
  request_id text,
  -- Null where nothing was sent, or where it may not be kept: see docs/retention.md.
  sent text,
  status int
);

create function gateway.keep_admin_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.status is null and new.status is not null
      and to_jsonb(new) - 'status' = to_jsonb(old) - 'status' then return new; end if;
  end if;
  raise exception 'The log of admins is append only';
end $$;

create trigger append_only before update or delete on admin_log
  for each row execute function gateway.keep_admin_log();
create trigger never_emptied before truncate on admin_log
  for each statement execute function gateway.keep_admin_log();

-- Wrong passwords and free submissions by client and network, and solved proofs of work, each of which
-- counts once; for all copies of the gateway.
create table kept_rate_limits (key text primary key, count int not null, ends_at timestamptz not null);

-- When backups were complete, written by whatever makes them, so that metrics, the doctor and alerts tell the age of the last one.
create table backups (made_at timestamptz not null default now());
