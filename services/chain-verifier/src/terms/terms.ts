/** The service that is paid: each has its own prices and prefixes. */
export type Owner = 'reports' | 'membership';
export const owners: readonly Owner[] = ['reports', 'membership'];

/** A price in whole tokens, and the Unix seconds from which it applies. */
export type PriceChange = { queue: Owner; tokens: string; since: number };

/** What payments are judged by in addition to the current settings. */
export type Terms = {
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

/** The lowest price ever asked. */
export function lowestPrice({ prices }: Terms, owner: Owner): string {
  const [first, ...others] = prices.filter(({ queue }) => queue === owner).map(({ tokens }) => tokens);
  if (first === undefined) throw new Error('The prices were not written at start');
  return others.reduce((least, tokens) => (BigInt(tokens) < BigInt(least) ? tokens : least), first);
}
