import type { Database } from '@naughty-list/service-kit/database/database';
import type { Mint } from '../mint/mint.ts';

/** The service that is paid: each has its own prices and prefixes. */
export type Owner = 'reports' | 'membership';
export const owners: readonly Owner[] = ['reports', 'membership'];

/** A price in whole tokens of a mint, and the Unix seconds from which it applies. */
export type PriceChange = { queue: Owner; mint: string; tokens: string; since: number };

/** A mint and burn wallet, and the Unix seconds from which payments must use them. */
export type TokenChange = { mint: Mint; burnWallet: string; since: number };

/** Past and present settings by which payments are judged. */
export type Terms = {
  /** In the order in which they were set. Mints that were never read from the chain are missing. */
  tokens: TokenChange[];
  /** In the order in which they were set. */
  prices: PriceChange[];
  /** Every reference prefix that this installation has ever used. */
  prefixes: { queue: Owner; prefix: string }[];
  /** Unix seconds of the last restore of the database; null if there was none. */
  restoredAt: number | null;
  /**
   * Unix seconds since which this database records what payments were for; earlier payments may be recorded in another
   * database.
   */
  installedAt: number;
};

/** The service that owns a subject (`report:7`). */
export function ownerOf(subject: string): Owner {
  return subject.startsWith('membership:') ? 'membership' : 'reports';
}

/** The mint and burn wallet that are paid now. */
export function newestToken({ tokens }: Pick<Terms, 'tokens'>): TokenChange {
  const newest = tokens.at(-1);
  if (!newest) throw new Error('The mint was not read, or the terms were not recorded at start');
  return newest;
}

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
