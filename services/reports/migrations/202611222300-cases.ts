import type { Knex } from 'knex';

/**
 * Cases: what a report becomes with its status and its history, further statements, appeals and replies. A case has the number
 * of its report. Rows outlive a deleted report, as its claims do.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table scammer_reports
      add column status text not null default 'unreviewed',
      -- When the status became cleared: the report is off the list then, and its post is not accepted again.
      add column cleared_at timestamptz,
      -- Rises with every edit and decision: a change that was made from an older version is refused.
      add column version int not null default 1,
      add constraint scammer_reports_status
        check (status in ('unreviewed', 'corroborated', 'disputed', 'compromised', 'cleared')) not valid,
      add constraint scammer_reports_cleared check ((status = 'cleared') = (cleared_at is not null)) not valid;

    create table case_changes (
      id bigint generated always as identity primary key,
      report_id int not null,
      status text not null check (status in ('unreviewed', 'corroborated', 'disputed', 'compromised', 'cleared')),
      -- The code of the rule, and the public reason.
      rule text not null,
      reason text not null,
      -- The period in which the account was compromised.
      period_from date,
      period_to date check (period_to >= period_from),
      -- Who decided: a role is public, the name is not.
      role text not null check (role in ('moderator', 'admin', 'deadline')),
      who text not null,
      appeal_id int,
      at timestamptz not null default now()
    );
    create index case_changes_of_case on case_changes (report_id, id);
    -- By month.
    create index case_changes_by_time on case_changes (at);

    create table statements (
      id int generated always as identity primary key,
      report_id int not null,
      twitter_url text not null,
      description text not null,
      made_at timestamptz not null default now(),
      -- Held for a moderator, and why; published and rejected ones are neither.
      held_at timestamptz,
      hold_reason text,
      published_at timestamptz,
      rejected_at timestamptz,
      reject_reason text,
      erased_at timestamptz,
      check (num_nonnulls(held_at, published_at, rejected_at) = 1)
    );
    -- A post counts once in a case; a rejected one is not accepted again.
    create unique index statements_post on statements (reports.post_key(twitter_url), report_id);
    create index statements_of_case on statements (report_id, id);
    create index statements_published on statements (report_id, id) where published_at is not null;
    create index statements_held on statements (held_at) where held_at is not null;
    create index statements_by_time on statements (made_at);

    -- Who reported or stated what, as keyed hashes under a salt that is replaced and forgotten: tells reporters apart for a while
    -- without saying who they are.
    create table contributions (
      kind text not null check (kind in ('report', 'statement')),
      subject_id int not null,
      reporter_key text not null,
      network_key text not null,
      at timestamptz not null default now(),
      -- Waits for a moderator, or was rejected: it says nothing about its reporter.
      held boolean not null default false,
      -- When a moderator found it false.
      overturned_at timestamptz,
      primary key (kind, subject_id)
    );
    create index contributions_of_reporter on contributions (reporter_key, at desc) where not held;
    create index contributions_oldest on contributions (at);
    create function reports.note_held() returns trigger language plpgsql as $$
    begin
      update reports.contributions
      set held = case tg_argv[0] when 'report' then (to_jsonb(new) ->> 'is_removed')::boolean
        else to_jsonb(new) ->> 'published_at' is null end
      where kind = tg_argv[0] and subject_id = new.id;
      return null;
    end $$;
    create trigger note_held after update on scammer_reports
      for each row when (old.held_at is distinct from new.held_at) execute function reports.note_held('report');
    create trigger note_held after update on statements
      for each row when (old.held_at is distinct from new.held_at) execute function reports.note_held('statement');
    create table reporter_salts (
      period text primary key,
      salt bytea not null,
      made_at timestamptz not null default now()
    );

    create table appeals (
      id int generated always as identity primary key,
      report_id int not null,
      -- SHA-256 of the case code, which is shown once. A later appeal takes it over, and retention deletes it.
      code_hash bytea unique,
      grounds text not null
        check (grounds in ('not_me', 'false', 'compromised', 'personal_data', 'resolved', 'other')),
      -- The appeal before it of the same code.
      previous_id int unique references appeals,
      opened_at timestamptz not null default now(),
      due_at timestamptz not null,
      -- Counts only once control of the account is proven: several without proof were open.
      waits_for_proof boolean not null default false,
      -- When the deadline passed without a decision.
      overdue_at timestamptz,
      decided_at timestamptz,
      decision text check (decision in ('granted', 'partly_granted', 'refused', 'withdrawn')),
      rule text,
      reason text,
      decided_by text,
      -- When control of the account was proven, by a post or by a moderator's own look.
      proven_at timestamptz,
      proven_by text check (proven_by in ('post', 'moderator')),
      erased_at timestamptz,
      version int not null default 1,
      check ((decided_at is null) = (decision is null))
    );
    create index appeals_of_case on appeals (report_id, id);
    create index appeals_open on appeals (due_at) where decided_at is null and not waits_for_proof;
    create index appeals_by_time on appeals (opened_at);

    create table appeal_messages (
      id int generated always as identity primary key,
      appeal_id int not null references appeals,
      author text not null check (author in ('account', 'moderator')),
      -- The moderator's name, which is not shown to the account.
      who text,
      body text not null,
      at timestamptz not null default now()
    );
    create index appeal_messages_of_appeal on appeal_messages (appeal_id, id);

    create table post_proofs (
      id int generated always as identity primary key,
      appeal_id int not null references appeals,
      code text not null unique,
      issued_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz,
      post_url text
    );
    create index post_proofs_of_appeal on post_proofs (appeal_id, id);

    create table replies (
      report_id int primary key,
      appeal_id int not null references appeals,
      body text not null,
      contradicts boolean not null,
      written_at timestamptz not null default now(),
      -- Public once a moderator accepted it.
      published_at timestamptz
    );
    create index replies_waiting on replies (written_at) where published_at is null;
  `);
}
