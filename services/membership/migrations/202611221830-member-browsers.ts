import type { Knex } from 'knex';

/** Membership belongs to the wallet that paid; any number of browsers may belong to a member. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- Browsers that have proved a member's wallet, by the reference of their visitor. Without the reference the cookie is
    -- forgotten, so the row goes with it.
    create table member_browsers (
      reference text primary key references payment_references on delete cascade,
      member_id int not null references alpha_group_members,
      joined_at timestamptz not null default now()
    );

    -- Paid by a wallet that was a member by then, before each wallet was admitted once only.
    alter table alpha_group_members add column wallet_paid_before boolean not null default false;
  `);
}
