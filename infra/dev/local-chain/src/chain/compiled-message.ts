import {
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getCompiledTransactionMessageDecoder,
} from '@solana/kit';

export type CompiledMessage = CompiledTransactionMessage & CompiledTransactionMessageWithLifetime;

export type CompiledInstruction = { programIdIndex: number; accounts: number[]; data: Uint8Array };

export type LookupTableUse = { table: string; writable: number[]; readonly: number[] };

/** The compute budget in a version 1 message (SIMD-0385); fees in lamports, sizes in bytes. */
export type MessageConfig = {
  computeUnitLimit: number | null;
  heapSize: number | null;
  loadedAccountsDataSizeLimit: number | null;
  priorityFee: number | null;
};

/** The contents of a message of any version. */
export type MessageParts = {
  version: 'legacy' | 0 | 1;
  header: {
    numSignerAccounts: number;
    numReadonlySignerAccounts: number;
    numReadonlyNonSignerAccounts: number;
  };
  staticKeys: string[];
  blockhash: string;
  instructions: CompiledInstruction[];
  lookups: LookupTableUse[];
  /** Null for versions that use compute budget instructions. */
  config: MessageConfig | null;
};

// Bits of the configuration mask; the values follow in this order.
const PRIORITY_FEE_BITS = 0b11;
const COMPUTE_UNIT_LIMIT_BIT = 0b100;
const LOADED_DATA_BIT = 0b1000;
const HEAP_SIZE_BIT = 0b10000;

type Version1 = Extract<CompiledMessage, { version: 1 }>;

function configOf({ configMask, configValues }: Version1): MessageConfig {
  const values = configValues.map(({ value }) => Number(value));
  const next = (bits: number): number | null => ((configMask & bits) === 0 ? null : (values.shift() ?? null));
  const priorityFee = next(PRIORITY_FEE_BITS);
  const computeUnitLimit = next(COMPUTE_UNIT_LIMIT_BIT);
  const loadedAccountsDataSizeLimit = next(LOADED_DATA_BIT);
  return { computeUnitLimit, heapSize: next(HEAP_SIZE_BIT), loadedAccountsDataSizeLimit, priorityFee };
}

const instructionsOfVersion1 = ({
  instructionHeaders,
  instructionPayloads,
}: Version1): CompiledInstruction[] =>
  instructionHeaders.map(({ programAccountIndex }, index) => ({
    programIdIndex: programAccountIndex,
    accounts: [...(instructionPayloads[index]?.instructionAccountIndices ?? [])],
    data: Uint8Array.from(instructionPayloads[index]?.instructionData ?? []),
  }));

const instructionsOf = (message: Exclude<CompiledMessage, { version: 1 }>): CompiledInstruction[] =>
  message.instructions.map((instruction) => ({
    programIdIndex: instruction.programAddressIndex,
    accounts: [...(instruction.accountIndices ?? [])],
    data: Uint8Array.from(instruction.data ?? []),
  }));

const lookupsOf = (message: CompiledMessage): LookupTableUse[] =>
  (message.version === 0 ? (message.addressTableLookups ?? []) : []).map((lookup) => ({
    table: lookup.lookupTableAddress,
    writable: [...lookup.writableIndexes],
    readonly: [...lookup.readonlyIndexes],
  }));

/** Decodes a message of any version. @throws when the bytes are not a message */
export function decodeMessage(bytes: Uint8Array): MessageParts {
  const message = getCompiledTransactionMessageDecoder().decode(bytes) as CompiledMessage;
  return {
    version: message.version,
    header: message.header,
    staticKeys: [...message.staticAccounts],
    blockhash: message.lifetimeToken,
    instructions: message.version === 1 ? instructionsOfVersion1(message) : instructionsOf(message),
    lookups: lookupsOf(message),
    config: message.version === 1 ? configOf(message) : null,
  };
}
