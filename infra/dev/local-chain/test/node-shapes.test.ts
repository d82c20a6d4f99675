import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Keypair, PublicKey, Transaction, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { expect, it } from 'vitest';
import {
  associatedTokenAddress,
  createTokenAccount,
  memo,
  transferChecked,
} from '../src/token-instructions.ts';
import { type ChainUnderTest, rpc, send, startChain } from './chain-under-test.ts';

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
] as const)('has the shape of a recorded mainnet transaction: %s', async (file, version) => {
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
