import type { Database } from '@naughty-list/service-kit/database';

/** In whole tokens, by whose payments they are for. */
export type Prices = { reports: string; membership: string };

/** Keeps what is asked for from now on, where nothing less was ever asked for. */
export async function noteAsked(db: Database, contractAddress: string, asked: Prices): Promise<void> {
  const rows = Object.entries(asked).map(([queue, tokens]) => ({
    contract_address: contractAddress,
    queue,
    tokens,
  }));
  await db('lowest_prices')
    .insert(rows)
    .onConflict(['contract_address', 'queue'])
    .merge({ tokens: db.raw('least(lowest_prices.tokens, excluded.tokens)') });
}

export async function findLowestPrices(db: Database, contractAddress: string): Promise<Prices> {
  const rows: { queue: keyof Prices; tokens: string }[] = await db('lowest_prices')
    .where({ contract_address: contractAddress })
    .select('queue', 'tokens');
  const lowest = (queue: keyof Prices) => {
    const row = rows.find((one) => one.queue === queue);
    if (!row) throw new Error('The prices were not written at start');
    return row.tokens;
  };
  return { reports: lowest('reports'), membership: lowest('membership') };
}
