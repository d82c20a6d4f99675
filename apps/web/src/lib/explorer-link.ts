export type Chain = { cluster: string; rpcUrl: string };

/** Solana Explorer URL of a transaction or address on the given cluster. */
export function explorerLink(kind: 'tx' | 'address', id: string, chain: Chain): string {
  const url = new URL(`https://explorer.solana.com/${kind}/${encodeURIComponent(id)}`);
  if (chain.cluster === 'localnet') {
    url.searchParams.set('cluster', 'custom');
    url.searchParams.set('customUrl', chain.rpcUrl);
  } else if (chain.cluster !== 'mainnet-beta') {
    url.searchParams.set('cluster', chain.cluster);
  }
  return url.href;
}
