import type { Database } from '@naughty-list/service-kit/database/database';

/** The token as configured. `removalCostTokens` is in whole tokens. */
export type TokenSettings = {
  contractAddress: string;
  burnWalletAddress: string;
  removalCostTokens: string;
};

/** Stores one row per token; the latest start's settings win. */
export async function saveTokenSettings(db: Database, settings: TokenSettings): Promise<void> {
  await db('list_token_config')
    .insert({
      contract_address: settings.contractAddress,
      burn_wallet_address: settings.burnWalletAddress,
      removal_cost_tokens: settings.removalCostTokens,
    })
    .onConflict('contract_address')
    .merge(['burn_wallet_address', 'removal_cost_tokens']);
}

export async function findTokenSettings(db: Database, contractAddress: string): Promise<TokenSettings> {
  const row = await db('list_token_config').where({ contract_address: contractAddress }).first();
  if (!row) throw new Error('The token settings were not written at start');
  return {
    contractAddress: row.contract_address,
    burnWalletAddress: row.burn_wallet_address,
    removalCostTokens: row.removal_cost_tokens,
  };
}
