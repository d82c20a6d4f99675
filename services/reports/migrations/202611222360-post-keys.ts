import type { Knex } from 'knex';

/** The keys that a post of an account can have: links may name the account, or leave it out (`/i/status/1`). */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create function reports.post_keys(url text, username text) returns text[] language sql immutable parallel safe
    set search_path = reports, public as $$
      select array[post_key(url)] || case when number is null then '{}' else
        array['post ' || lower(username) || '/' || number, 'post i/' || number, 'page i/web/status/' || number] end
      from (select (regexp_match(url, '/status(es|)/0*([0-9]+)'))[2] as number) post
    $$`);
}
