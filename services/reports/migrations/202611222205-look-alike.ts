import type { Knex } from 'knex';

/** What a username looks like: letters that are easily mistaken are one, and underscores none. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create function reports.look_alike(username text) returns text language sql immutable parallel safe as $$
      select replace(replace(translate(lower(username), 'i10_', 'llo'), 'rn', 'm'), 'vv', 'w')
    $$`);
}
