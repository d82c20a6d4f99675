import type { Knex } from 'knex';

/** What moderators decide is in the audit log too; and a praise has a version, as a report has. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table nice_reports add column version int not null default 1;

    -- Facts of a decision, by name; no text about a person stands anywhere else in its entry.
    alter table audit_log add column details jsonb;
    alter table audit_log drop constraint audit_log_action_check;
    alter table audit_log add constraint audit_log_action_check check (action in (
      'delete', 'edit', 'restore', 'refresh_profile_image', 'erase', 'publish', 'hold',
      'set_status', 'decide_statement', 'decide_appeal', 'write_to_account', 'confirm_account', 'decide_reply'
    )) not valid;

    create or replace function reports.keep_audit_log() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        if old.restored_at is null and new.restored_at is not null
          and to_jsonb(new) - 'restored_at' = to_jsonb(old) - 'restored_at' then return new; end if;
        if new.erased_at is not null and old.erased_at is distinct from new.erased_at
          and to_jsonb(new) - '{erased_at,restored_at,username,before,after,details}'::text[]
            = to_jsonb(old) - '{erased_at,restored_at,username,before,after,details}'::text[] then return new; end if;
      end if;
      raise exception 'The audit log is append only';
    end $$;
  `);
}
