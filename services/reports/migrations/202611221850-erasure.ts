import type { Knex } from 'knex';

/**
 * Erasure of personal data. The audit log stays append only but for two marks: that a deletion was undone, and that an
 * entry was erased, which replaces the name and the texts in it and nothing else.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table scammer_reports add column erased_at timestamptz;
    alter table audit_log add column erased_at timestamptz;

    alter table audit_log drop constraint audit_log_action_check;
    alter table audit_log add constraint audit_log_action_check
      check (action in ('delete', 'edit', 'restore', 'refresh_profile_image', 'erase')) not valid;

    create or replace function reports.keep_audit_log() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        if old.restored_at is null and new.restored_at is not null
          and to_jsonb(new) - 'restored_at' = to_jsonb(old) - 'restored_at' then return new; end if;
        if new.erased_at is not null and old.erased_at is distinct from new.erased_at
          and to_jsonb(new) - '{erased_at,restored_at,username,before,after}'::text[]
            = to_jsonb(old) - '{erased_at,restored_at,username,before,after}'::text[] then return new; end if;
      end if;
      raise exception 'The audit log is append only';
    end $$;
  `);
}
