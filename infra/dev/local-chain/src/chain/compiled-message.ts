import {
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getCompiledTransactionMessageDecoder,
} from '@solana/kit';

type CompiledMessage = CompiledTransactionMessage & CompiledTransactionMessageWithLifetime;

export type CompiledInstruction = { programIdIndex: number; accounts: number[]; data: Uint8Array };

/** The contents of a message: legacy, or version 0 without lookup tables. */
export type MessageParts = {
  version: 'legacy' | 0;
  header: {
    numSignerAccounts: number;
    numReadonlySignerAccounts: number;
    numReadonlyNonSignerAccounts: number;
  };
  keys: string[];
  blockhash: string;
  instructions: CompiledInstruction[];
};

/** Decodes a message. @throws when the bytes are not a message, or one that this chain does not run */
export function decodeMessage(bytes: Uint8Array): MessageParts {
  const message = getCompiledTransactionMessageDecoder().decode(bytes) as CompiledMessage;
  if (message.version === 1) throw new Error('version 1 is not supported here');
  if (message.version === 0 && message.addressTableLookups?.length)
    throw new Error('address lookup tables are not supported here');
  return {
    version: message.version,
    header: message.header,
    keys: [...message.staticAccounts],
    blockhash: message.lifetimeToken,
    instructions: message.instructions.map((instruction) => ({
      programIdIndex: instruction.programAddressIndex,
      accounts: [...(instruction.accountIndices ?? [])],
      data: Uint8Array.from(instruction.data ?? []),
    })),
  };
}

/** Whether the key at `index` is write-locked. */
export function isWritable({ header, keys }: MessageParts, index: number): boolean {
  if (index < header.numSignerAccounts) {
    return index < header.numSignerAccounts - header.numReadonlySignerAccounts;
  }
  return index < keys.length - header.numReadonlyNonSignerAccounts;
}
