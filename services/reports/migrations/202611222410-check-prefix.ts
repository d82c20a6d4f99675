import type { Knex } from 'knex';

/** The beginning of a hash of what a username looks like, by which a look-up need not name an account. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create function reports.check_prefix(username text) returns text language sql immutable parallel safe as $$
      select left(encode(sha256(convert_to(reports.look_alike(username), 'UTF8')), 'hex'), 4)
    $$`);
}
