import type { LeafReceipt } from '@naughty-list/contracts/ledger';
import { download } from './download.ts';
import { withRetries } from './retry.ts';

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
