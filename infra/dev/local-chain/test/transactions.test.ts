import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import {
  associatedTokenAddress,
  burnChecked,
  createTokenAccount,
  memo,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  transferChecked,
} from '../src/token-instructions.ts';
import { type ChainUnderTest, fundedWallet, rpc, send, startChain } from './chain-under-test.ts';
import { createMint } from './create-mint.ts';

const ANY_VERSION = { maxSupportedTransactionVersion: 1 } as const;

describe.each([
  ['SPL Token', TOKEN_PROGRAM_ID, 6],
  ['Token-2022', TOKEN_2022_PROGRAM_ID, 9],
])('a burn with a memo in %s', (_name, program, decimals) => {
  it('is returned as by a node', async () => {
    const { connection } = await startChain();
    const wallet = await fundedWallet(connection);
    const source = await createMint(connection, wallet, program, decimals);
    const amount = 25n * 10n ** BigInt(decimals - 1);
    const burn = new Transaction().add(burnChecked(source, amount), memo('LISTBURN007'));
    const before = Math.floor(Date.now() / 1000);
    const signature = await send(connection, burn, [wallet]);

    const raw = await connection.getTransaction(signature, ANY_VERSION);
    expect(raw?.version).toBe('legacy');
    expect(raw?.blockTime).toBeGreaterThanOrEqual(before);
    expect(raw?.meta?.err).toBeNull();
    expect(raw?.meta?.fee).toBe(5000);
    const keys = raw?.transaction.message.getAccountKeys().staticAccountKeys ?? [];
    const balance = (uiTokenAmount: object) => ({
      accountIndex: keys.findIndex((key) => key.equals(source.account)),
      mint: source.mint.toBase58(),
      owner: wallet.publicKey.toBase58(),
      programId: program.toBase58(),
      uiTokenAmount: { decimals, ...uiTokenAmount },
    });
    const whole = 10n ** BigInt(decimals);
    expect(raw?.meta?.preTokenBalances).toEqual([
      balance({ amount: String(1000n * whole), uiAmount: 1000, uiAmountString: '1000' }),
    ]);
    expect(raw?.meta?.postTokenBalances).toEqual([
      balance({ amount: String(1000n * whole - amount), uiAmount: 997.5, uiAmountString: '997.5' }),
    ]);
    expect(raw?.meta?.logMessages?.join('\n')).toContain('LISTBURN007');
    expect(raw?.meta?.computeUnitsConsumed).toBeGreaterThan(100);
  });

  it('shows the calls inside the creation of a token account, and an emptied account as null', async () => {
    const { connection } = await startChain();
    const wallet = await fundedWallet(connection);
    const source = await createMint(connection, wallet, program, decimals);
    const to = Keypair.generate().publicKey;
    const destination = associatedTokenAddress(source.mint, to, program);
    const all = 1000n * 10n ** BigInt(decimals);
    const signature = await send(
      connection,
      new Transaction().add(
        createTokenAccount(wallet.publicKey, source.mint, to, program),
        transferChecked(source, destination, all),
      ),
      [wallet],
    );
    const raw = await connection.getTransaction(signature, ANY_VERSION);
    const keys = raw?.transaction.message.getAccountKeys().staticAccountKeys.map(String) ?? [];
    const [inner] = raw?.meta?.innerInstructions ?? [];
    expect(inner?.index).toBe(0);
    // The size is asked for, and the account created, made immutable and initialised.
    expect(inner?.instructions.map(({ programIdIndex }) => keys[programIdIndex])).toEqual([
      program.toBase58(),
      SystemProgram.programId.toBase58(),
      program.toBase58(),
      program.toBase58(),
    ]);
    expect(inner?.instructions[0]).toMatchObject({ accounts: [expect.any(Number)], stackHeight: 2 });
    expect(raw?.meta?.preTokenBalances).toHaveLength(1);
    const emptied = raw?.meta?.postTokenBalances?.find(({ owner }) => owner === wallet.publicKey.toBase58());
    expect(emptied?.uiTokenAmount).toEqual({ amount: '0', decimals, uiAmount: null, uiAmountString: '0' });
  });
});

it('a transaction is shown as JSON, with its version only to callers who name one', async () => {
  const { connection, url } = await startChain();
  const wallet = await fundedWallet(connection);
  const signature = await send(connection, new Transaction().add(memo('shown')), [wallet]);
  const json = (await rpc(url, 'getTransaction', [signature])).result;
  expect(json).toMatchObject({ transaction: { signatures: [signature] } });
  expect(json).not.toHaveProperty('version');
  expect((await rpc(url, 'getTransaction', [signature, { encoding: 'json' }])).result).toEqual(json);
  expect((await rpc(url, 'getTransaction', [signature, { encoding: 'xml' }])).error?.code).toBe(-32602);
});

it('a version 0 transaction is refused with -32015 to callers that do not know its version', async () => {
  const { connection, url } = await startChain();
  const wallet = await fundedWallet(connection);
  const { blockhash: recentBlockhash } = await connection.getLatestBlockhash();
  const instructions = [memo('version 0')];
  const message = new TransactionMessage({ payerKey: wallet.publicKey, recentBlockhash, instructions });
  const transaction = new VersionedTransaction(message.compileToV0Message());
  transaction.sign([wallet]);
  const signature = await connection.sendTransaction(transaction);
  const { error } = await rpc(url, 'getTransaction', [signature, { encoding: 'json' }]);
  expect(error?.code).toBe(-32015);
  expect(error?.message).toContain('Transaction version (0) is not supported by the requesting client.');
  const known = await rpc(url, 'getTransaction', [signature, { maxSupportedTransactionVersion: 0 }]);
  expect(known.result).toMatchObject({ version: 0 });
});

describe('the signatures of an address', () => {
  it('come newest first, page by page', async () => {
    const { connection } = await startChain();
    const wallet = await fundedWallet(connection);
    const signatures: string[] = [];
    for (let index = 0; index < 5; index++) {
      signatures.unshift(await send(connection, new Transaction().add(memo(`note ${index}`)), [wallet]));
    }
    const all = await connection.getSignaturesForAddress(wallet.publicKey);
    expect(all.map(({ signature }) => signature).slice(0, 5)).toEqual(signatures);
    expect(all[0]).toMatchObject({ err: null, memo: '[6] note 4', confirmationStatus: 'finalized' });
    const page = await connection.getSignaturesForAddress(wallet.publicKey, {
      before: signatures[1] ?? '',
      until: signatures[4] ?? '',
      limit: 1,
    });
    expect(page.map(({ signature }) => signature)).toEqual([signatures[2]]);
    const rest = await connection.getSignaturesForAddress(wallet.publicKey, { before: signatures[4] ?? '' });
    expect(rest).toHaveLength(1);
  });
});

// Transactions recorded from mainnet are kept outside the repository, on development machines.
const RECORDED = join(import.meta.dirname, '../../../../../shared/verifier/transactions');

type Shape = string | { [key: string]: Shape } | Shape[];

/** Fields that only some nodes or some transactions have. */
const OPTIONAL = new Set(['costUnits', 'returnData', 'transactionIndex', 'stackHeight']);

/** The structure of a JSON value: names and types, for a list its first element. */
function shapeOf(value: unknown): Shape {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  const entries = Object.entries(value).filter(([key]) => !OPTIONAL.has(key));
  return Object.fromEntries(entries.map(([key, inner]) => [key, shapeOf(inner)]));
}

/** The parts whose structure does not depend on the transaction's contents. */
function frame(transaction: unknown) {
  const {
    meta,
    transaction: inner,
    ...rest
  } = shapeOf(transaction) as {
    meta: { [key: string]: Shape };
    transaction: { message: { [key: string]: Shape } };
  };
  const { instructions, addressTableLookups, ...message } = inner.message;
  const { innerInstructions, loadedAddresses, ...stable } = meta;
  return {
    rest,
    message,
    stable,
    keys: [Object.keys(inner).sort(), Object.keys(inner.message).sort(), Object.keys(meta).sort()],
    hasInstructions: Array.isArray(instructions),
    hasInner: Array.isArray(innerInstructions),
  };
}

async function transferToNewHolder({ connection, mint, richHolder }: ChainUnderTest, version: 'legacy' | 0) {
  const list = new PublicKey(mint);
  const to = Keypair.generate().publicKey;
  const payer = richHolder.publicKey;
  const account = associatedTokenAddress(list, payer);
  const instructions = [
    createTokenAccount(payer, list, to),
    transferChecked({ mint: list, account, owner: payer, decimals: 6 }, associatedTokenAddress(list, to), 5n),
    memo('shape'),
  ];
  if (version === 'legacy') return send(connection, new Transaction().add(...instructions), [richHolder]);
  const { blockhash } = await connection.getLatestBlockhash();
  const message = new TransactionMessage({ payerKey: payer, recentBlockhash: blockhash, instructions });
  const transaction = new VersionedTransaction(message.compileToV0Message());
  transaction.sign([richHolder]);
  return connection.sendTransaction(transaction);
}

it.each([
  ['18-transfer-usdc-new-ata-v0.json', 0],
  ['14-transfer-5-recipients-legacy.json', 'legacy'],
] as const)('a transaction has the shape of a recorded mainnet transaction: %s', async (file, version) => {
  const path = join(RECORDED, file);
  if (!existsSync(path)) {
    console.log(`${file} is not here: its shape is not compared`);
    return;
  }
  const chain = await startChain();
  const signature = await transferToNewHolder(chain, version);
  const { result } = await rpc(chain.url, 'getTransaction', [
    signature,
    { encoding: 'json', maxSupportedTransactionVersion: 1 },
  ]);
  expect(frame(result)).toEqual(frame(JSON.parse(readFileSync(path, 'utf8'))));
});
