// First 32 characters of the genesis hashes: the chain ids of the Solana namespace of CAIP-2.
const genesisPrefixes: Record<string, string> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'mainnet-beta',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'testnet',
};

/** The name of the chain with a genesis hash; unknown chains are `localnet`. */
export function clusterOf(genesisHash: string): string {
  return genesisPrefixes[genesisHash.slice(0, 32)] ?? 'localnet';
}
