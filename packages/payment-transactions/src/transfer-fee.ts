import type { TransferFee } from '@naughty-list/contracts/token-config';

// Layout of a mint with extensions, and of `TransferFeeConfig` (spl-token-2022 `extension/transfer_fee/mod.rs`).
const EXTENSIONS_AT = 166;
const HEADER_BYTES = 4;
const TRANSFER_FEE_CONFIG = 1;
const OLDER_FEE_AT = 72;
const NEWER_FEE_AT = 90;

/** The fee that a mint account's data sets for an epoch; undefined if none. */
export function readTransferFee(data: Uint8Array, epoch: number): TransferFee | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let at = EXTENSIONS_AT; at + HEADER_BYTES <= data.length; ) {
    const [type, length, from] = [view.getUint16(at, true), view.getUint16(at + 2, true), at + HEADER_BYTES];
    if (type === TRANSFER_FEE_CONFIG) {
      const isNewer = BigInt(epoch) >= view.getBigUint64(from + NEWER_FEE_AT, true);
      const fee = from + (isNewer ? NEWER_FEE_AT : OLDER_FEE_AT) + 8;
      return { maximum: String(view.getBigUint64(fee, true)), basisPoints: view.getUint16(fee + 8, true) };
    }
    at = from + length;
  }
  return undefined;
}
