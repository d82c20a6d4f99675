import { showToast, type ToastContent } from './toasts.ts';

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

/** Shortens an address or hash in the middle; a text that would not get shorter stays whole. */
export function shortenMiddle(text: string, head = 6, tail = 6): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}

/** Copies text to the clipboard and says so; a failure is only logged. Returns whether it succeeded. */
export async function copyText(text: string, said?: ToastContent): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    if (said) showToast(said);
    return true;
  } catch (error) {
    console.warn('copying failed', error);
    return false;
  }
}

/** Said of a copied address. */
export const addressCopied = { title: 'Copied!', description: 'Address copied to clipboard' };
