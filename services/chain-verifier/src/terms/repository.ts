import type { Database } from '@naughty-list/service-kit/database/database';
import { type Owner, owners, type Terms } from './terms.ts';

export type TermsRow = {
  tokens: Terms['tokens'];
  prices: Terms['prices'];
  prefixes: Terms['prefixes'];
  restored_at: number | null;
  installed_at: number;
};

/** Columns of a select, read in one snapshot with its other columns. */
export const termsColumns = `
  (select coalesce(jsonb_agg(jsonb_build_object('burnWallet', burn_wallet, 'since', extract(epoch from since)::float8,
      'mint', jsonb_build_object('address', address, 'cluster', cluster, 'tokenProgram', token_program,
        'decimals', decimals)) order by since, change.id), '[]')
    from token_changes change join mints on address = contract_address) as tokens,
  (select coalesce(jsonb_agg(jsonb_build_object('queue', queue, 'mint', contract_address, 'tokens', tokens::text,
      'since', extract(epoch from since)::float8) order by id), '[]')
    from price_changes) as prices,
  (select prefixes from state) as prefixes,
  (select extract(epoch from restored_at)::float8 from state) as restored_at,
  (select extract(epoch from coalesce(installed_at, now()))::float8 from state) as installed_at`;

/** `cluster`: of the chain that the providers serve; mints of another one are left out. */
export const toTerms = (
  { tokens, prices, prefixes, restored_at, installed_at }: TermsRow,
  cluster: string | null,
): Terms => ({
  tokens: tokens.filter(({ mint }) => mint.cluster === cluster),
  prices,
  prefixes,
  restoredAt: restored_at,
  installedAt: installed_at,
});

export async function findTerms(db: Database, cluster: string): Promise<Terms> {
  const { rows } = await db.raw<{ rows: TermsRow[] }>(`select ${termsColumns}`);
  const [row] = rows;
  if (!row) throw new Error('The query returned no row');
  return toTerms(row, cluster);
}

/** The current settings: mint, burn wallet, and by owner the price (whole tokens, as text) and reference prefix. */
export type Configured = {
  mint: string;
  burnWallet: string;
  owners: Record<Owner, { tokens: string; prefix: string }>;
};

/**
 * Records what differs from the last start: mint and wallet, prices, prefixes. The first of each applies to all earlier
 * times. Uses the machine's or the database's clock, whichever favours the payer, so that a wrong clock never causes a
 * refusal.
 */
export async function recordTerms(db: Database, configured: Configured, at: Date): Promise<void> {
  const { mint, burnWallet } = configured;
  await db.transaction(async (trx) => {
    // Replicas that start at the same time record it once.
    await trx.raw('lock table price_changes in share row exclusive mode');
    await trx.raw(
      `with newest as (
         select contract_address, burn_wallet, since from token_changes order by since desc, id desc limit 1
       )
       insert into token_changes (contract_address, burn_wallet, since)
       select asked.mint, asked.wallet, case
         when newest.since is null then to_timestamp(0)
         else greatest(least(:at::timestamptz, now()), newest.since) end
       from (values (:mint, :burnWallet)) asked (mint, wallet) left join newest on true
       where (newest.contract_address, newest.burn_wallet) is distinct from (asked.mint, asked.wallet)`,
      { mint, burnWallet, at },
    );
    for (const queue of owners) {
      const { tokens, prefix } = configured.owners[queue];
      await trx.raw(
        `update state set prefixes = :used::jsonb || prefixes, installed_at = coalesce(installed_at, now())
         where not prefixes @> :used::jsonb`,
        { used: JSON.stringify([{ queue, prefix }]) },
      );
      await trx.raw(
        `with newest as (
           select tokens, since from price_changes
           where contract_address = :mint and queue = :queue order by since desc, id desc limit 1
         )
         insert into price_changes (contract_address, queue, tokens, since)
         select :mint, :queue, asked.tokens, case
           when newest.tokens is null then to_timestamp(0)
           when asked.tokens < newest.tokens then greatest(least(:at::timestamptz, now()), newest.since)
           else greatest(:at::timestamptz, now(), newest.since) end
         from (values (:tokens::numeric)) asked (tokens) left join newest on true
         where newest.tokens is distinct from asked.tokens`,
        { mint, queue, tokens, at },
      );
    }
  });
}
