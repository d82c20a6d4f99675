import type { Knex } from 'knex';

/** Who made a pending claim, as a key that cannot be turned back: it limits claims that no provider knows, and goes when the claim ends. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table removal_claims add column client text');
  await knex.raw(`
    create function reports.forget_claimant() returns trigger language plpgsql as $$
    begin
      new.client := null;
      return new;
    end $$`);
  await knex.raw(`
    create trigger forget_claimant before update of status on removal_claims
      for each row when (new.status <> 'pending') execute function reports.forget_claimant()`);
}
