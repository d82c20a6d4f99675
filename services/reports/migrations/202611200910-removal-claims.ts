import type { Knex } from 'knex';

/** Claims of paid removals: what was asked for, how it was decided, and when the sweep looks at it again. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table removal_claims (
      id text primary key,
      -- Null once the report was deleted: a payment leaves a trace all the same.
      report_id int references scammer_reports on delete set null,
      signature text not null,
      status text not null default 'pending' check (status in ('pending', 'removed', 'refused')),
      code text,
      message text,
      amount numeric(39, 0),
      decimals int,
      slot bigint,
      rules jsonb not null default '[]',
      round int not null default 0,
      due_at timestamptz not null,
      request_id text,
      created_at timestamptz not null default now(),
      decided_at timestamptz
    );

    -- The same payment for the same report is the same claim, unless it was refused.
    create unique index removal_claims_standing on removal_claims (report_id, signature)
      where status in ('pending', 'removed');

    -- What the sweep finds.
    create index removal_claims_due on removal_claims (due_at) where status = 'pending';
  `);
  await db.raw(`
    create function reports.announce_claim() returns trigger language plpgsql as $$
    begin
      perform pg_notify('reports_removal_claims', new.id);
      return null;
    end $$;

    create trigger announce after update of status on removal_claims
      for each row when (old.status is distinct from new.status) execute function reports.announce_claim();
  `);
}
