import { decodeBase58 } from './base58.ts';
import { malformed } from './fault.ts';
import { isObject, type Json } from './read-json.ts';

/** A message as it was signed: indices are not resolved yet. */
export type CompiledMessage = {
  version: 'legacy' | 0 | 1;
  header: { required: number; readonlySigned: number; readonlyUnsigned: number };
  staticKeys: string[];
  instructions: CompiledInstruction[];
  lookups: Lookup[];
};
/** What the message loads from one lookup table. */
export type Lookup = { table: string; writable: number[]; readonly: number[] };
export type CompiledInstruction = { programIndex: number; accountIndexes: number[]; data: Uint8Array };

/**
 * Rebuilds the signed bytes from a `json` response, to check the signatures against. Returns null if the response lacks
 * some of them (v1 without its config).
 */
export function encodeMessage(message: CompiledMessage, body: Json): Uint8Array | null {
  const blockhash = decodeBase58(body.recentBlockhash, 'recentBlockhash');
  if (blockhash.length !== 32) return malformed('recentBlockhash is not 32 bytes');
  if (message.version === 1) return encodeV1(message, blockhash, body.transactionConfig);
  const bytes: number[] = message.version === 0 ? [0x80] : [];
  bytes.push(...headerBytes(message));
  pushList(bytes, message.staticKeys, (key) => bytes.push(...decodeBase58(key, 'account key')));
  bytes.push(...blockhash);
  pushList(bytes, message.instructions, (instruction) => pushInstruction(bytes, instruction));
  if (message.version === 0) pushList(bytes, message.lookups, (lookup) => pushLookup(bytes, lookup));
  return Uint8Array.from(bytes);
}

function headerBytes({ header }: CompiledMessage): number[] {
  return [header.required, header.readonlySigned, header.readonlyUnsigned];
}

function pushInstruction(bytes: number[], instruction: CompiledInstruction): void {
  bytes.push(instruction.programIndex);
  pushList(bytes, instruction.accountIndexes, (index) => bytes.push(index));
  pushLength(bytes, instruction.data.length);
  bytes.push(...instruction.data);
}

function pushLookup(bytes: number[], { table, writable, readonly }: Lookup): void {
  bytes.push(...decodeBase58(table, 'lookup table'));
  pushList(bytes, writable, (index) => bytes.push(index));
  pushList(bytes, readonly, (index) => bytes.push(index));
}

const configFields = 'computeUnitLimit,heapSize,loadedAccountsDataSizeLimit,priorityFee';

function encodeV1(message: CompiledMessage, blockhash: Uint8Array, config: unknown): Uint8Array | null {
  // A config with field names other than the client library's cannot be encoded.
  if (!isObject(config) || Object.keys(config).sort().join() !== configFields) return null;
  const { priorityFee: fee, computeUnitLimit, loadedAccountsDataSizeLimit, heapSize } = config;
  const limits = [computeUnitLimit, loadedAccountsDataSizeLimit, heapSize];
  const bits = [
    fee === null ? 0 : 0b11,
    ...limits.map((limit, index) => (limit === null ? 0 : 0b100 << index)),
  ];
  const mask = bits.reduce((all, bit) => all | bit);
  const bytes = [0x81, ...headerBytes(message)];
  pushUint(bytes, mask, 4);
  bytes.push(...blockhash, message.instructions.length, message.staticKeys.length);
  for (const key of message.staticKeys) bytes.push(...decodeBase58(key, 'account key'));
  if (fee !== null) pushUint(bytes, fee, 8);
  for (const limit of limits) if (limit !== null) pushUint(bytes, limit, 4);
  for (const { programIndex, accountIndexes, data } of message.instructions) {
    bytes.push(programIndex, accountIndexes.length);
    pushUint(bytes, data.length, 2);
  }
  for (const { accountIndexes, data } of message.instructions) bytes.push(...accountIndexes, ...data);
  return Uint8Array.from(bytes);
}

/** Little endian. A fee above 2^53 may arrive as a string. */
function pushUint(bytes: number[], value: unknown, width: number): void {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  if (!/^\d{1,20}$/.test(text)) malformed('the transaction config holds something else than whole numbers');
  let rest = BigInt(text);
  for (let index = 0; index < width; index++) {
    bytes.push(Number(rest & 0xffn));
    rest >>= 8n;
  }
}

function pushLength(bytes: number[], length: number): void {
  let rest = length;
  while (rest >= 0x80) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>= 7;
  }
  bytes.push(rest);
}

function pushList<T>(bytes: number[], list: readonly T[], push: (item: T) => void): void {
  pushLength(bytes, list.length);
  for (const item of list) push(item);
}
