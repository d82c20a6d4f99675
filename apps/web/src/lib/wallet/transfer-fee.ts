import { decimalTokens } from '@naughty-list/contracts/tokens';
import { readTransferFee, type TransferFee, withFee } from '@naughty-list/payment-transactions/transfer-fee';
import { z } from 'zod';

const TIMEOUT_MS = 15_000;

/** The fee that a mint sets now, which is withheld of each transfer; undefined if none. Needs no chain client, which is large. */
export async function findTransferFee(rpcUrl: string, mint: string): Promise<TransferFee | undefined> {
  const call = async (method: string, ...params: unknown[]): Promise<unknown> => {
    const answer = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return (await answer.json()).result;
  };
  const [{ value }, { epoch }] = await Promise.all([
    call('getAccountInfo', mint, { encoding: 'base64' }).then(Account.parse),
    call('getEpochInfo').then(Epoch.parse),
  ]);
  const [data = ''] = value?.data ?? [];
  return readTransferFee(
    Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0)),
    epoch,
  );
}

const Account = z.object({ value: z.object({ data: z.array(z.string()) }).nullable() });
const Epoch = z.object({ epoch: z.number() });

/** What one transfer has to send for an amount to arrive, both in tokens. */
export async function addTransferFee(
  rpcUrl: string,
  { mint, decimals, tokens }: { mint: string; decimals: number; tokens: string },
): Promise<string> {
  const fee = await findTransferFee(rpcUrl, mint);
  const [whole = '', fraction = ''] = tokens.split('.');
  return decimalTokens(withFee(BigInt(whole + fraction.padEnd(decimals, '0')), fee), decimals);
}
