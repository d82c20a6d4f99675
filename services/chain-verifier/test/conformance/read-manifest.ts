import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import bs58 from 'bs58';
import { test } from 'vitest';

/** The recorded transactions are stored beside the repository, not in it. */
const folder = fileURLToPath(new URL('../../../../../shared/verifier/transactions/', import.meta.url));

type Action = {
  path: string;
  type: string;
  program: string;
  mint: string;
  amount: string;
  authority: string;
};

export type Truth = {
  success: boolean;
  burned_raw_by_mint: Record<string, string>;
  minted_raw_by_mint: Record<string, string>;
  burns: (Action & { account: string; account_owner: string })[];
  transfers: (Action & {
    source: string;
    source_owner: string | null;
    destination: string;
    destination_owner: string | null;
  })[];
  memos: { path: string; program: string; text: string }[];
  net_balance_delta_by_owner: { owner: string; mint: string; delta: string }[];
};

export type Check =
  | { kind: 'any'; expect: string }
  | { kind: 'burn'; mint: string; min_raw: string; expect: string }
  | { kind: 'transfer'; mint: string; owner: string; min_raw: string; expect: string };

export type Recorded = {
  file: string;
  signature: string | null;
  encoding: string;
  ed25519_signature_verified: boolean;
  truth: Truth | null;
  suggested_checks: Check[];
};

/** The number of recorded transactions. */
export const RECORDED = 22;

/**
 * All recorded transactions with their expected results; empty if the folder is absent, which {@link skipRecorded}
 * reports.
 */
export function readManifest(): Recorded[] {
  if (!existsSync(`${folder}manifest.json`)) return [];
  return JSON.parse(readFileSync(`${folder}manifest.json`, 'utf8')).fixtures;
}

/** Registers a skipped test for each absent recorded transaction, so that the results count them. */
export function skipRecorded(recorded: readonly Recorded[], purpose: string): void {
  if (recorded.length > 0) return;
  console.log(`conformance: ${RECORDED} recorded transactions are not here and are skipped (${purpose})`);
  for (let number = 1; number <= RECORDED; number++) {
    const name = `recorded transaction ${String(number).padStart(2, '0')} of ${RECORDED}: not here (${purpose})`;
    test.skipIf(true)(name, () => {});
  }
}

/** The response in encoding json. */
export function readAnswer(file: string, encoding: string): unknown {
  const answer = JSON.parse(readFileSync(`${folder}${file}`, 'utf8'));
  return encoding === 'jsonParsed' ? compileParsed(answer, { memoSigned: file.startsWith('02-') }) : answer;
}

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
