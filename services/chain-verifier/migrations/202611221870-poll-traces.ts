import type { Knex } from 'knex';

/** The trace (W3C `traceparent`) that a claim came in, so that the job which judges it after some polls is part of it. */
export async function up(db: Knex): Promise<void> {
  await db.raw('alter table verifications add column traceparent text');
}
