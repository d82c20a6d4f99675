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
  tokens: { mint: string; burnWallet: string; since: number }[];
  /** By address, as they were read from the chain. */
  mints: Record<string, Omit<Mint, 'address'>>;
  prices: Terms['prices'];
  prefixes: Terms['prefixes'];
  restored_at: number | null;
  installed_at: number;
};

/** Columns of `state`. */
export const termsColumns = `tokens, mints, prices, prefixes, extract(epoch from restored_at)::float8 as restored_at,
  extract(epoch from coalesce(installed_at, now()))::float8 as installed_at`;

/** `cluster`: of the chain that the providers serve; mints of another one are left out. */
export const toTerms = (
  { tokens, mints, prices, prefixes, restored_at, installed_at }: TermsRow,
  cluster: string | null,
): Terms => ({
  tokens: tokens.flatMap(({ mint: address, ...change }) => {
    const mint = mints[address];
    return mint?.cluster === cluster ? [{ ...change, mint: { address, ...mint } }] : [];
  }),
  prices,
  prefixes,
  restoredAt: restored_at,
  installedAt: installed_at,
});

export async function findTerms(db: Database, cluster: string): Promise<Terms> {
  const { rows } = await db.raw<{ rows: TermsRow[] }>(`select ${termsColumns} from state`);
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
    const { tokens, prices, prefixes, now }: TermsRow & { now: number } = await trx('state')
      .forUpdate()
      .first('tokens', 'prices', 'prefixes', trx.raw('extract(epoch from now())::float8 as now'));
    const times = [at.getTime() / 1_000, now];
    const token = tokens.at(-1);
    if (token?.mint !== mint || token.burnWallet !== burnWallet)
      tokens.push({ mint, burnWallet, since: token ? Math.max(Math.min(...times), token.since) : 0 });
    for (const queue of owners) {
      const { tokens: price, prefix } = configured.owners[queue];
      if (!prefixes.some((used) => used.queue === queue && used.prefix === prefix))
        prefixes.unshift({ queue, prefix });
      const newest = prices.findLast((change) => change.mint === mint && change.queue === queue);
      const rise = newest ? BigInt(price) - BigInt(newest.tokens) : 0n;
      if (newest && rise === 0n) continue;
      const since = newest ? Math.max(rise < 0n ? Math.min(...times) : Math.max(...times), newest.since) : 0;
      prices.push({ queue, mint, tokens: price, since });
    }
    const [asTokens, asPrices, asPrefixes] = [tokens, prices, prefixes].map((list) => JSON.stringify(list));
    await trx('state').update({
      tokens: asTokens,
      prices: asPrices,
      prefixes: asPrefixes,
      installed_at: trx.raw('coalesce(installed_at, now())'),
    });
  });
}
