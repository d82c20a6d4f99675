import type { TransferFee } from '@naughty-list/contracts/token-config';

// Layout of a mint with extensions, and of `TransferFeeConfig` (spl-token-2022 `extension/mod.rs`, `transfer_fee/mod.rs`).
const EXTENSIONS_AT = 166;
const HEADER_BYTES = 4;
const TRANSFER_FEE_CONFIG = 1;
const INTEREST_BEARING_CONFIG = 10;
const SCALED_UI_AMOUNT_CONFIG = 25;
const OLDER_FEE_AT = 72;
const NEWER_FEE_AT = 90;

/** Whether wallets show, and take, other amounts of a mint than those that count, by its account's data. */
export const isShownScaled = (data: Uint8Array): boolean =>
  [INTEREST_BEARING_CONFIG, SCALED_UI_AMOUNT_CONFIG].some((type) => findExtension(data, type) !== undefined);

/** The fee that a mint account's data sets for an epoch; undefined if none. */
export function readTransferFee(data: Uint8Array, epoch: number): TransferFee | undefined {
  const from = findExtension(data, TRANSFER_FEE_CONFIG);
  if (from === undefined) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const isNewer = BigInt(epoch) >= view.getBigUint64(from + NEWER_FEE_AT, true);
  const fee = from + (isNewer ? NEWER_FEE_AT : OLDER_FEE_AT) + 8;
  return { maximum: String(view.getBigUint64(fee, true)), basisPoints: view.getUint16(fee + 8, true) };
}

/** Where the value of an extension begins. */
function findExtension(data: Uint8Array, wanted: number): number | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let at = EXTENSIONS_AT; at + HEADER_BYTES <= data.length; ) {
    const [type, length, from] = [view.getUint16(at, true), view.getUint16(at + 2, true), at + HEADER_BYTES];
    if (type === wanted) return from;
    at = from + length;
  }
  return undefined;
}
