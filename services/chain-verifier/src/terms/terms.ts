/** Who is paid: each has prices and prefixes of its own. */
export type Owner = 'reports' | 'membership';
export const owners: readonly Owner[] = ['reports', 'membership'];

/** A price in whole tokens, and the Unix seconds from which it holds. */
export type PriceChange = { queue: Owner; tokens: string; since: number };

/** What payments are judged by besides the settings of today. */
export type Terms = {
  /** In the order in which they were set. */
  prices: PriceChange[];
  /** Every prefix that references of this house ever began with. */
  prefixes: { queue: Owner; prefix: string }[];
  /** Unix seconds of the last restore of the database; null where there was none. */
  restoredAt: number | null;
  /** Unix seconds since which this database knows what payments are for; what paid earlier, another one may know. */
  installedAt: number;
};

/** Whose payment a subject (`report:7`) is. */
export function ownerOf(subject: string): Owner {
  return subject.startsWith('membership:') ? 'membership' : 'reports';
}

/** The least that was ever asked for. */
export function lowestPrice({ prices }: Terms, owner: Owner): string {
  const [first, ...others] = prices.filter(({ queue }) => queue === owner).map(({ tokens }) => tokens);
  if (first === undefined) throw new Error('The prices were not written at start');
  return others.reduce((least, tokens) => (BigInt(tokens) < BigInt(least) ? tokens : least), first);
}
