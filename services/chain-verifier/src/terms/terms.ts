import type { Mint } from '../mint/repository.ts';

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
