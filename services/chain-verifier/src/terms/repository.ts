import type { Database } from '@naughty-list/service-kit/database/database';
import { type Owner, owners, type Terms } from './terms.ts';

export type TermsRow = {
  prices: Terms['prices'];
  prefixes: Terms['prefixes'];
  restored_at: number | null;
  installed_at: number;
};

/**
 * Columns of a select, read in one snapshot with its other columns; `contractAddress` is an SQL expression for the
 * mint's address.
 */
export const termsColumns = (contractAddress: string): string => `
  (select coalesce(jsonb_agg(jsonb_build_object('queue', queue, 'tokens', tokens::text,
      'since', extract(epoch from since)::float8) order by id), '[]')
    from price_changes where contract_address = ${contractAddress}) as prices,
  (select coalesce(jsonb_agg(jsonb_build_object('queue', queue, 'prefix', prefix) order by first_used_at desc), '[]')
    from reference_prefixes) as prefixes,
  (select extract(epoch from max(restored_at))::float8 from restores) as restored_at,
  (select extract(epoch from coalesce(min(first_used_at), now()))::float8 from reference_prefixes) as installed_at`;

export const toTerms = ({ prices, prefixes, restored_at, installed_at }: TermsRow): Terms => ({
  prices,
  prefixes,
  restoredAt: restored_at,
  installedAt: installed_at,
});

export async function findTerms(db: Database, contractAddress: string): Promise<Terms> {
  const { rows } = await db.raw<{ rows: TermsRow[] }>(`select ${termsColumns('?')}`, [contractAddress]);
  const [row] = rows;
  if (!row) throw new Error('The query returned no row');
  return toTerms(row);
}

/** Prices (whole tokens, as text) and prefixes from the current settings. */
export type Configured = Record<Owner, { tokens: string; prefix: string }>;

/**
 * Records prices and prefixes that differ from those of the last start; the first price applies to all earlier times.
 * Uses the machine's or the database's clock, whichever favours the payer, so that a wrong clock never causes a
 * refusal.
 */
export async function recordTerms(
  db: Database,
  contractAddress: string,
  { configured, at }: { configured: Configured; at: Date },
): Promise<void> {
  await db.transaction(async (trx) => {
    // Replicas that start at the same time record it once.
    await trx.raw('lock table price_changes in share row exclusive mode');
    for (const queue of owners) {
      const { tokens, prefix } = configured[queue];
      await trx('reference_prefixes').insert({ queue, prefix }).onConflict(['queue', 'prefix']).ignore();
      await trx.raw(
        `with newest as (
           select tokens, since from price_changes
           where contract_address = :contractAddress and queue = :queue order by since desc, id desc limit 1
         )
         insert into price_changes (contract_address, queue, tokens, since)
         select :contractAddress, :queue, asked.tokens, case
           when newest.tokens is null then to_timestamp(0)
           when asked.tokens < newest.tokens then greatest(least(:at::timestamptz, now()), newest.since)
           else greatest(:at::timestamptz, now(), newest.since) end
         from (values (:tokens::numeric)) asked (tokens) left join newest on true
         where newest.tokens is distinct from asked.tokens`,
        { contractAddress, queue, tokens, at },
      );
    }
  });
}
