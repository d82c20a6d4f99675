import type { Knex } from 'knex';

/** A moderator reviews cases; an admin may do everything. All accounts of before are admins, as are those that older code creates. */
export async function up(db: Knex): Promise<void> {
  await db.raw(
    "alter table admin_users add column role text not null default 'admin' check (role in ('moderator', 'admin'))",
  );
}
