import {
  decodeTransaction,
  MAX_TRANSACTION_V1_BYTES,
  MalformedTransactionError,
  type WireTransaction,
} from '../chain/wire-transaction.ts';
import { type Config, fromBase58, textParam } from './params.ts';
import { invalidParams } from './rpc-error.ts';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Length of the largest transaction in base58, the longest encoding; longer text is not decoded. */
const MAX_TEXT_LENGTH = Math.ceil(MAX_TRANSACTION_V1_BYTES * 1.4);

function bytesOf(text: string, encoding: 'base58' | 'base64'): Uint8Array {
  if (text.length > MAX_TEXT_LENGTH) {
    throw invalidParams(
      `${encoding} encoded solana_transaction::versioned::VersionedTransaction too large: ${text.length} bytes (max: encoded ${MAX_TEXT_LENGTH})`,
    );
  }
  const bytes =
    encoding === 'base58' ? fromBase58(text) : BASE64.test(text) ? Buffer.from(text, 'base64') : null;
  if (!bytes) throw invalidParams(`invalid ${encoding} encoding: Invalid symbol`);
  return bytes;
}

/** The transaction in a parameter, base58 unless the configuration requests base64. @throws RpcError */
export function transactionParam(value: unknown, config: Config): WireTransaction {
  const encoding = config.encoding ?? 'base58';
  if (encoding !== 'base58' && encoding !== 'base64') {
    throw invalidParams(`unsupported encoding: ${String(encoding)}. Supported encodings: base58, base64`);
  }
  const bytes = bytesOf(textParam(value), encoding);
  try {
    return decodeTransaction(bytes);
  } catch (error) {
    if (error instanceof MalformedTransactionError) throw invalidParams(error.message);
    throw error;
  }
}
