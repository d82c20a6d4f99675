import bs58 from 'bs58';

type Key = { pubkey: string; signer: boolean; writable: boolean; source?: string };
type Printed = {
  programId: string;
  accounts?: string[];
  data?: string;
  parsed?: string | { type: string; info: Record<string, string> & { tokenAmount?: Amount } };
};
type Amount = { amount: string; decimals: number };
type Answer = {
  meta: {
    innerInstructions?: { index: number; instructions: Printed[] }[] | null;
    loadedAddresses?: unknown;
  };
  transaction: { message: { accountKeys: Key[]; instructions: Printed[] } };
};

/**
 * Rewrites a recorded response of encoding jsonParsed into encoding json, the only one that the verifier reads. The
 * signatures show that the rewritten message is the one that was signed. jsonParsed omits the accounts of a memo:
 * `memoSigned` names the payer.
 */
export function compileParsed(answer: Answer, { memoSigned = false } = {}): unknown {
  const { meta, transaction } = answer;
  const { accountKeys, instructions, ...message } = transaction.message;
  const own = accountKeys.filter(({ source }) => source !== 'lookupTable');
  const loaded = accountKeys.filter(({ source }) => source === 'lookupTable');
  const addresses = (keys: readonly Key[]) => keys.map(({ pubkey }) => pubkey);
  const place = (address: string) => accountKeys.findIndex(({ pubkey }) => pubkey === address);
  const compile = (printed: Printed) => {
    const { accounts, data } = encode(printed, memoSigned ? [accountKeys[0]?.pubkey ?? ''] : []);
    return { programIdIndex: place(printed.programId), accounts: accounts.map(place), data };
  };
  return {
    ...answer,
    meta: {
      ...meta,
      innerInstructions: meta.innerInstructions?.map(({ index, instructions }) => ({
        index,
        instructions: instructions.map(compile),
      })),
      loadedAddresses: {
        writable: addresses(loaded.filter(({ writable }) => writable)),
        readonly: addresses(loaded.filter(({ writable }) => !writable)),
      },
    },
    transaction: {
      ...transaction,
      message: {
        ...message,
        header: {
          numRequiredSignatures: own.filter(({ signer }) => signer).length,
          numReadonlySignedAccounts: own.filter(({ signer, writable }) => signer && !writable).length,
          numReadonlyUnsignedAccounts: own.filter(({ signer, writable }) => !signer && !writable).length,
        },
        accountKeys: addresses(own),
        instructions: instructions.map(compile),
      },
    },
  };
}

function encode({ accounts = [], data = '', parsed }: Printed, memoAccounts: string[]) {
  if (parsed === undefined) return { accounts, data };
  if (typeof parsed === 'string') return { accounts: memoAccounts, data: bs58.encode(Buffer.from(parsed)) };
  const { type, info } = parsed;
  const wire = (named: readonly string[], ...bytes: Uint8Array[]) => ({
    accounts: named.map((field) => info[field] ?? info.multisigAuthority ?? ''),
    data: bs58.encode(Buffer.concat(bytes)),
  });
  const amount = () => u64(info.tokenAmount?.amount ?? info.amount);
  const decimals = () => Uint8Array.of(info.tokenAmount?.decimals ?? 0);
  switch (type) {
    case 'burn':
      return wire(['account', 'mint', 'authority'], Uint8Array.of(8), amount());
    case 'burnChecked':
      return wire(['account', 'mint', 'authority'], Uint8Array.of(15), amount(), decimals());
    case 'mintTo':
      return wire(['mint', 'account', 'mintAuthority'], Uint8Array.of(7), amount());
    case 'approve':
      return wire(['source', 'delegate', 'owner'], Uint8Array.of(4), amount());
    case 'transferChecked':
      return wire(['source', 'mint', 'destination', 'authority'], Uint8Array.of(12), amount(), decimals());
    case 'transfer':
      return info.lamports === undefined
        ? wire(['source', 'destination', 'authority'], Uint8Array.of(3), amount())
        : wire(['source', 'destination'], Uint8Array.of(2, 0, 0, 0), u64(info.lamports));
    case 'createAccount':
      return wire(
        ['source', 'newAccount'],
        Uint8Array.of(0, 0, 0, 0),
        u64(info.lamports),
        u64(info.space),
        bs58.decode(info.owner ?? ''),
      );
    case 'advanceNonce':
      return wire(['nonceAccount', 'recentBlockhashesSysvar', 'nonceAuthority'], Uint8Array.of(4, 0, 0, 0));
    default:
      throw new Error(`no recorded transaction had a parsed ${type}`);
  }
}

function u64(value: string | undefined): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value ?? 0));
  return bytes;
}
