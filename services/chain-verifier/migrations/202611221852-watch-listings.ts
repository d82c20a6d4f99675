import type { Knex } from 'knex';

/** How far a provider's list has been read, so that it is gone on with; and stretches that no list leads through. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table watch_listings (
      cluster text not null,
      address text not null,
      provider text not null,
      -- The cursor that it is to lead back to.
      cursor_signature text,
      -- The oldest entry so far, before which the next page begins, and how many there are.
      last_signature text not null,
      last_slot bigint not null,
      length integer not null,
      is_complete boolean not null,
      moved_at timestamptz not null,
      primary key (cluster, address, provider),
      foreign key (cluster, address) references watched_addresses on delete cascade
    )`);
  await knex.raw(`
    create table listed_transactions (
      cluster text not null,
      address text not null,
      provider text not null,
      signature text not null,
      slot bigint not null,
      -- 0 is the newest.
      place integer not null,
      -- Nothing is listed twice: a list that goes in circles is refused.
      primary key (cluster, address, provider, signature),
      -- Serves newestCommon.
      unique (cluster, address, provider, place),
      foreign key (cluster, address, provider) references watch_listings on delete cascade
    )`);
  await knex.raw(`
    create table watch_gaps (
      id bigint generated always as identity primary key,
      cluster text not null,
      address text not null,
      -- Between these two, the provider lists nothing any more.
      from_slot bigint not null,
      from_signature text not null,
      to_slot bigint not null,
      to_signature text not null,
      provider text not null,
      at timestamptz not null,
      -- Set by the operator, who has looked at it.
      resolved_at timestamptz
    )`);
  // Since when no quorum leads back to the cursor.
  await knex.raw('alter table watched_addresses add column lost_since timestamptz');
}
