import type { Database } from '@naughty-list/service-kit/database/database';

/** A mint as read from the chain; its decimals and program can never change. */
export type Mint = { address: string; cluster: string; tokenProgram: string; decimals: number };

export async function findMint(db: Database, address: string): Promise<Mint | undefined> {
  return db('mints')
    .where({ address })
    .first('address', 'cluster', 'token_program as tokenProgram', 'decimals');
}

/** Stores what the chain says now. */
export async function saveMint(db: Database, { tokenProgram, ...mint }: Mint): Promise<void> {
  await db('mints')
    .insert({ ...mint, token_program: tokenProgram })
    .onConflict('address')
    .merge();
}
