import type { LeafReceipt } from '@naughty-list/contracts/ledger';
import { download } from './download.ts';
import { withRetries } from './retry.ts';

/** The ledger's writer takes a leaf in within seconds; until then there is no receipt. */
const LEDGER_WITHIN_MS = 30_000;

/** Downloads a receipt of the ledger as soon as there is one. */
export async function downloadReceipt(name: string, call: () => Promise<LeafReceipt>): Promise<void> {
  const receipt = await withRetries(call, {
    signal: AbortSignal.timeout(LEDGER_WITHIN_MS),
    onWaiting: () => {},
  });
  download(new File([JSON.stringify(receipt)], name, { type: 'application/json' }));
}
