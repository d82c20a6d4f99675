import type { Knex } from 'knex';

/** What was sent with a change of a queue and how it was answered; and what is written there stays as it is. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- Null where nothing was sent, and where it may not be kept: see docs/retention.md.
    alter table queue_changes add column sent text;
    -- Of the answer. Null until there is one: the row is written before anything is changed.
    alter table queue_changes add column status int;

    create function gateway.keep_queue_changes() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        if old.status is null and new.status is not null
          and to_jsonb(new) - 'status' = to_jsonb(old) - 'status' then return new; end if;
      end if;
      raise exception 'The log of queue changes is append only';
    end $$;
    create trigger append_only before update or delete on queue_changes
      for each row execute function gateway.keep_queue_changes();
    create trigger never_emptied before truncate on queue_changes
      for each statement execute function gateway.keep_queue_changes();
  `);
}
