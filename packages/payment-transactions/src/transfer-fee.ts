/** What a Token-2022 mint withholds of a transfer, in base units; the receiver does not get it. */
export type TransferFee = { basisPoints: bigint; maximum: bigint };

// Layout of a mint with extensions, and of `TransferFeeConfig` (spl-token-2022 `extension/transfer_fee/mod.rs`).
const EXTENSIONS_AT = 166;
const HEADER_BYTES = 4;
const TRANSFER_FEE_CONFIG = 1;
const OLDER_FEE_AT = 72;
const NEWER_FEE_AT = 90;
const WHOLE = 10_000n;
const TIMEOUT_MS = 15_000;

/** The fee that a mint sets now; undefined if none. Needs no chain client, which is large. Throws without an answer. */
export async function findTransferFee(rpcUrl: string, mint: string): Promise<TransferFee | undefined> {
  const call = async (method: string, ...params: unknown[]) => {
    const answer = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return (await answer.json()).result;
  };
  const [{ value }, { epoch }] = await Promise.all([
    call('getAccountInfo', mint, { encoding: 'base64' }),
    call('getEpochInfo'),
  ]);
  if (!value) return undefined;
  return readTransferFee(
    Uint8Array.from(atob(value.data[0]), (byte) => byte.charCodeAt(0)),
    Number(epoch),
  );
}

/** The fee that a mint account's data sets for an epoch; undefined if none. */
export function readTransferFee(data: Uint8Array, epoch: number): TransferFee | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let at = EXTENSIONS_AT; at + HEADER_BYTES <= data.length; ) {
    const [type, length, from] = [view.getUint16(at, true), view.getUint16(at + 2, true), at + HEADER_BYTES];
    if (type === TRANSFER_FEE_CONFIG) {
      const isNewer = BigInt(epoch) >= view.getBigUint64(from + NEWER_FEE_AT, true);
      const fee = from + (isNewer ? NEWER_FEE_AT : OLDER_FEE_AT) + 8;
      return { maximum: view.getBigUint64(fee, true), basisPoints: BigInt(view.getUint16(fee + 8, true)) };
    }
    at = from + length;
  }
  return undefined;
}

/** The least that one transfer must send for the amount to arrive (spl-token-2022 `calculate_pre_fee_amount`). */
export function withFee(amount: bigint, fee: TransferFee | undefined): bigint {
  if (!fee) return amount;
  const kept = WHOLE - fee.basisPoints;
  const needed = kept > 0n ? (amount * WHOLE + kept - 1n) / kept - amount : fee.maximum;
  return amount + (needed < fee.maximum ? needed : fee.maximum);
}
