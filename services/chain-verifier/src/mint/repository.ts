import type { Database } from '@naughty-list/service-kit/database/database';

/** A mint as read from the chain; its decimals and program can never change. */
export type Mint = { address: string; cluster: string; tokenProgram: string; decimals: number };

export async function findMint(db: Database, address: string): Promise<Mint | undefined> {
  return db('list_token_config')
    .where({ contract_address: address })
    .whereNotNull('cluster')
    .first('contract_address as address', 'cluster', 'token_program as tokenProgram', 'decimals');
}

/** Stores what the chain says now beside the settings of the token. */
export async function saveMint(db: Database, mint: Mint): Promise<void> {
  const { address, cluster, tokenProgram, decimals } = mint;
  await db('list_token_config')
    .where({ contract_address: address })
    .update({ cluster, token_program: tokenProgram, decimals });
}
