import type { Database } from '@naughty-list/service-kit/database/database';

/** A mint as read from the chain; its decimals and program can never change. */
export type Mint = { address: string; cluster: string; tokenProgram: string; decimals: number };

/** Stores the settings of a token, in a row each; the latest start's win. */
export async function saveTokenSettings(
  db: Database,
  settings: { mint: string; burnWallet: string; removalCostTokens: string },
): Promise<void> {
  await db('list_token_config')
    .insert({
      contract_address: settings.mint,
      burn_wallet_address: settings.burnWallet,
      removal_cost_tokens: settings.removalCostTokens,
    })
    .onConflict('contract_address')
    .merge(['burn_wallet_address', 'removal_cost_tokens']);
}

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
