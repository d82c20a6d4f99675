import { Message, MessageV0, PublicKey } from '@solana/web3.js';
import bs58 from 'bs58';
import { key, SYSTEM, signWith } from './keys.ts';
import type { Effect, Encoded, Operation } from './operations.ts';

export type Account = { mint: string; owner: string; amount: bigint; program: string; decimals?: number };
export type Accounts = Record<string, Account>;
export type Answer = Record<string, unknown> & { meta: Record<string, unknown>; transaction: unknown };

export type Scenario = {
  operations: Operation[];
  /** Token accounts before the transaction, by address. */
  accounts: Accounts;
  version?: 'legacy' | 0 | 1;
  signers?: string[];
  /** Accounts that come from a lookup table (v0). */
  lookedUp?: string[];
  err?: unknown;
  blockTime?: number | null;
};

export const BLOCK_TIME = 1_790_000_000;
const blockhash = bs58.encode(Buffer.alloc(32, 7));
const table = key('lookup table');

/**
 * Executes a scenario on token accounts, signs it and prints it as a node would, in encoding json. Independent of the
 * reader.
 */
export function buildTransaction(scenario: Scenario): { answer: Answer; signature: string } {
  const { operations, version = 'legacy', err = null, blockTime = BLOCK_TIME } = scenario;
  const keys = keysOf(scenario);
  const signedBytes = encodeMessage(scenario, keys);
  const signatures = keys.signers.map((signer) => bs58.encode(signWith(signer, signedBytes)));
  const all = [...keys.fixed, ...keys.loaded];
  const inner = operations.flatMap((operation, index) =>
    operation.inner === undefined
      ? []
      : [{ index, instructions: operation.inner.map((step) => compile(step, all)) }],
  );
  const after = err === null ? execute(scenario.accounts, operations) : scenario.accounts;
  const meta = {
    err,
    status: err === null ? { Ok: null } : { Err: err },
    fee: 5000,
    innerInstructions: inner,
    logMessages: [],
    preBalances: all.map(() => 1),
    postBalances: all.map(() => 1),
    preTokenBalances: printBalances(scenario.accounts, all),
    postTokenBalances: printBalances(after, all),
    loadedAddresses: { writable: keys.loaded, readonly: [] as string[] },
  };
  const transaction = { signatures, message: printMessage(scenario, keys) };
  const answer = { slot: 450_000_000, blockTime, version, meta, transaction };
  // A copy, so that mutating one response leaves others intact.
  return { answer: structuredClone(answer), signature: signatures[0] ?? '' };
}

type Keys = { signers: string[]; fixed: string[]; loaded: string[] };

function keysOf({ operations, accounts, signers = [key('payer')], lookedUp = [] }: Scenario): Keys {
  const named = operations.flatMap((operation) => [operation, ...(operation.inner ?? [])]);
  const rest = [
    ...named.flatMap((step) => [...step.accounts, step.program]),
    ...Object.keys(accounts),
    SYSTEM,
  ];
  const fixed = [...new Set([...signers, ...rest])].filter((address) => !lookedUp.includes(address));
  return { signers, fixed, loaded: lookedUp };
}

function compile(step: Encoded, keys: readonly string[]) {
  return {
    programIdIndex: keys.indexOf(step.program),
    accounts: step.accounts.map((account) => keys.indexOf(account)),
    data: bs58.encode(step.data),
  };
}

function printMessage({ operations, version }: Scenario, keys: Keys) {
  const all = [...keys.fixed, ...keys.loaded];
  const transactionConfig = {
    computeUnitLimit: 200000,
    heapSize: null,
    loadedAccountsDataSizeLimit: null,
    priorityFee: 5,
  };
  return {
    recentBlockhash: blockhash,
    instructions: operations.map((operation) => compile(operation, all)),
    accountKeys: keys.fixed,
    header: header(keys),
    ...(version === 0 ? { addressTableLookups: printLookups(keys) } : {}),
    ...(version === 1 ? { transactionConfig } : {}),
  };
}

function header({ signers }: Keys) {
  return {
    numRequiredSignatures: signers.length,
    numReadonlySignedAccounts: 0,
    numReadonlyUnsignedAccounts: 0,
  };
}

function printLookups({ loaded }: Keys) {
  if (loaded.length === 0) return [];
  return [
    { accountKey: table, writableIndexes: loaded.map((_, index) => index), readonlyIndexes: [] as number[] },
  ];
}

/** The signed bytes. Legacy and v0 are encoded by the Solana client library, v1 in the layout of SIMD-0385. */
function encodeMessage({ operations, version = 'legacy' }: Scenario, keys: Keys): Uint8Array {
  const all = [...keys.fixed, ...keys.loaded];
  const compiled = operations.map((operation) => compile(operation, all));
  if (version === 1) return encodeV1(compiled, keys);
  return version === 0 ? encodeV0(compiled, keys) : encodeLegacy(compiled, keys);
}

type Compiled = ReturnType<typeof compile>;

function encodeLegacy(instructions: Compiled[], keys: Keys): Uint8Array {
  return new Message({
    header: header(keys),
    accountKeys: keys.fixed,
    recentBlockhash: blockhash,
    instructions,
  }).serialize();
}

function encodeV0(instructions: Compiled[], keys: Keys): Uint8Array {
  return new MessageV0({
    header: header(keys),
    staticAccountKeys: keys.fixed.map((address) => new PublicKey(address)),
    recentBlockhash: blockhash,
    compiledInstructions: instructions.map(({ programIdIndex, accounts, data }) => ({
      programIdIndex,
      accountKeyIndexes: accounts,
      data: bs58.decode(data),
    })),
    addressTableLookups: printLookups(keys).map((lookup) => ({
      ...lookup,
      accountKey: new PublicKey(lookup.accountKey),
    })),
  }).serialize();
}

function encodeV1(instructions: Compiled[], keys: Keys): Buffer {
  const fee = Buffer.alloc(12);
  fee.writeBigUInt64LE(5n);
  fee.writeUInt32LE(200000, 8);
  const data = instructions.map((instruction) => bs58.decode(instruction.data));
  return Buffer.concat([
    Buffer.from([0x81, keys.signers.length, 0, 0, 0b111, 0, 0, 0]),
    bs58.decode(blockhash),
    Buffer.from([instructions.length, keys.fixed.length]),
    ...keys.fixed.map((address) => bs58.decode(address)),
    fee,
    ...instructions.map(({ programIdIndex, accounts }, index) => {
      const length = data[index]?.length ?? 0;
      return Buffer.from([programIdIndex, accounts.length, length & 0xff, length >> 8]);
    }),
    ...instructions.flatMap(({ accounts }, index) => [Buffer.from(accounts), data[index] ?? Buffer.alloc(0)]),
  ]);
}

/** What the token programs would do, effect by effect. */
export function execute(before: Accounts, operations: readonly Operation[]): Accounts {
  const accounts: Accounts = structuredClone(before);
  for (const { effects, inner = [] } of operations) {
    for (const effect of [...effects, ...inner.flatMap((step) => step.effects)]) apply(accounts, effect);
  }
  return accounts;
}

function apply(accounts: Accounts, effect: Effect): void {
  if ('open' in effect) {
    accounts[effect.open] = { mint: effect.mint, owner: effect.owner, program: effect.program, amount: 0n };
  } else if ('close' in effect) delete accounts[effect.close];
  else {
    const account = accounts['change' in effect ? effect.change : effect.hand];
    if (account === undefined) throw new Error('the scenario changes an account that is not there');
    if ('change' in effect) account.amount += effect.by;
    else account.owner = effect.to;
    if (account.amount < 0n) throw new Error('the scenario overdraws an account');
  }
}

function printBalances(accounts: Accounts, keys: readonly string[]) {
  return Object.entries(accounts).map(([address, { mint, owner, program, amount, decimals = 6 }]) => ({
    accountIndex: keys.indexOf(address),
    mint,
    owner,
    programId: program,
    uiTokenAmount: { amount: `${amount}`, decimals, uiAmount: 0.1, uiAmountString: '0.1' },
  }));
}
