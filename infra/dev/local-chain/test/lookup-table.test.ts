import {
  AddressLookupTableProgram,
  type Connection,
  Keypair,
  type PublicKey,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { burnChecked, memo, TOKEN_PROGRAM_ID } from '../src/token-instructions.ts';
import { type ChainUnderTest, fundedWallet, rpc, send, startChain } from './chain-under-test.ts';
import { createControlClient } from './control-client.ts';
import { createMint } from './create-mint.ts';

const ANY_VERSION = { maxSupportedTransactionVersion: 1 } as const;

async function createTable(
  { connection, url }: ChainUnderTest,
  wallet: Keypair,
  addresses: PublicKey[],
): Promise<PublicKey> {
  const [create, table] = AddressLookupTableProgram.createLookupTable({
    authority: wallet.publicKey,
    payer: wallet.publicKey,
    recentSlot: (await connection.getSlot('processed')) - 1,
  });
  const extend = AddressLookupTableProgram.extendLookupTable({
    lookupTable: table,
    authority: wallet.publicKey,
    payer: wallet.publicKey,
    addresses,
  });
  await send(connection, new Transaction().add(create, extend), [wallet]);
  // Addresses are usable from the slot after the one that added them.
  await createControlClient(url).advanceSlots(1);
  return table;
}

async function sendVersion0(
  connection: Connection,
  wallet: Keypair,
  table: PublicKey,
  instructions: TransactionInstruction[],
): Promise<string> {
  const { value } = await connection.getAddressLookupTable(table);
  const message = new TransactionMessage({
    payerKey: wallet.publicKey,
    recentBlockhash: (await connection.getLatestBlockhash()).blockhash,
    instructions,
  }).compileToV0Message(value ? [value] : []);
  const transaction = new VersionedTransaction(message);
  transaction.sign([wallet]);
  return connection.sendTransaction(transaction);
}

describe('a version 0 transaction', () => {
  it('loads addresses from a lookup table', async () => {
    const chain = await startChain();
    const { connection, url } = chain;
    const wallet = await fundedWallet(connection);
    const source = await createMint(connection, wallet, TOKEN_PROGRAM_ID, 6);
    const table = await createTable(chain, wallet, [
      source.mint,
      source.account,
      Keypair.generate().publicKey,
    ]);
    const signature = await sendVersion0(connection, wallet, table, [
      burnChecked(source, 5n),
      memo('by table'),
    ]);

    const raw = await connection.getTransaction(signature, ANY_VERSION);
    expect(raw?.version).toBe(0);
    const loaded = raw?.meta?.loadedAddresses;
    expect(loaded?.readonly).toEqual([]);
    expect(new Set(loaded?.writable.map(String))).toEqual(new Set([source.mint, source.account].map(String)));
    expect(raw?.transaction.message.addressTableLookups).toMatchObject([
      { accountKey: table, readonlyIndexes: [] },
    ]);
    expect(raw?.transaction.message.staticAccountKeys).not.toContainEqual(source.mint);
    expect(raw?.meta?.postTokenBalances?.[0]).toMatchObject({
      accountIndex:
        (raw?.transaction.message.staticAccountKeys.length ?? 0) +
        (loaded?.writable.findIndex((key) => key.equals(source.account)) ?? 0),
      uiTokenAmount: { amount: '999999995' },
    });
    const parsed = await rpc(url, 'getTransaction', [signature, { encoding: 'jsonParsed', ...ANY_VERSION }]);
    expect(parsed.result).toMatchObject({
      version: 0,
      transaction: {
        message: {
          accountKeys: expect.arrayContaining([
            { pubkey: source.account.toBase58(), signer: false, source: 'lookupTable', writable: true },
          ]),
        },
      },
    });
    expect(await connection.getSignaturesForAddress(source.account)).toHaveLength(2);
  });

  it('is refused with -32015 to callers that do not know its version', async () => {
    const { connection, url } = await startChain();
    const wallet = await fundedWallet(connection);
    const message = new TransactionMessage({
      payerKey: wallet.publicKey,
      recentBlockhash: (await connection.getLatestBlockhash()).blockhash,
      instructions: [memo('version 0')],
    }).compileToV0Message();
    const transaction = new VersionedTransaction(message);
    transaction.sign([wallet]);
    const signature = await connection.sendTransaction(transaction);
    const { error } = await rpc(url, 'getTransaction', [signature, { encoding: 'json' }]);
    expect(error?.code).toBe(-32015);
    expect(error?.message).toContain('Transaction version (0) is not supported by the requesting client.');
    const known = await rpc(url, 'getTransaction', [signature, { maxSupportedTransactionVersion: 0 }]);
    expect(known.result).toMatchObject({ version: 0 });
  });
});
