import { callWithRetries } from './call-with-retries.ts';
import type { RunRecord } from './run-record.ts';

const AT_ONCE = 100;

type Status = { err: unknown; confirmationStatus: string } | null;

/** Payments whose record on the chain differs from what was sent. */
export async function forgottenByChain(
  rpcUrl: string,
  { sent }: RunRecord,
  signal: AbortSignal,
): Promise<string[]> {
  const forgotten: string[] = [];
  for (let from = 0; from < sent.length; from += AT_ONCE) {
    const some = sent.slice(from, from + AT_ONCE);
    const params = [some.map(({ payment }) => payment), { searchTransactionHistory: true }];
    const { body } = await callWithRetries(
      rpcUrl,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSignatureStatuses', params }),
      },
      signal,
    );
    const { value } = (body as { result: { value: Status[] } }).result;
    for (const [at, { payment, carriedOut }] of some.entries()) {
      const status = value[at];
      if (!status || (status.err === null) !== carriedOut) forgotten.push(payment);
    }
  }
  return forgotten;
}
