import type { LeafReceipt } from '@naughty-list/contracts/ledger';
import { withRetries } from './retry.ts';

/** How long the object URL stays valid for the download. */
const DOWNLOAD_MS = 60_000;

/** Downloads a file in the browser. */
export function download(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_MS);
}

/** The ledger appends a leaf within seconds; until then there is no receipt. */
const TIMEOUT_MS = 30_000;

/** Downloads a receipt of the ledger once `call` returns one. */
export async function downloadReceipt(name: string, call: () => Promise<LeafReceipt>): Promise<void> {
  const receipt = await withRetries(call, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    onWaiting: () => {},
  });
  download(new File([JSON.stringify(receipt)], name, { type: 'application/json' }));
}
