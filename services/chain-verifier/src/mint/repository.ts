import type { Database } from '@naughty-list/service-kit/database/database';

/** A mint as read from the chain; its decimals and program can never change. */
export type Mint = { address: string; cluster: string; tokenProgram: string; decimals: number };

type MintRow = { address: string; cluster: string; token_program: string; decimals: number };

export async function findMint(db: Database, address: string): Promise<Mint | undefined> {
  const row = await db<MintRow>('mints').where({ address }).first();
  return row && { address, cluster: row.cluster, tokenProgram: row.token_program, decimals: row.decimals };
}

/** Stores what the chain says now; the same address on another chain replaces the previous row. */
export async function saveMint(db: Database, mint: Mint): Promise<void> {
  const { address, cluster, tokenProgram, decimals } = mint;
  await db('mints')
    .insert({ address, cluster, token_program: tokenProgram, decimals })
    .onConflict('address')
    .merge({ cluster, token_program: tokenProgram, decimals, verified_at: db.fn.now() });
}
