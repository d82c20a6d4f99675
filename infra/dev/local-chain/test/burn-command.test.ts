import { execFile } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { referenceKeyOf } from '@naughty-list/payment-transactions/build-payment';
import { type Connection, PublicKey } from '@solana/web3.js';
import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { startChain, temporaryFolder } from './chain-under-test.ts';

const run = promisify(execFile);
const burn = join(import.meta.dirname, '../src/burn.ts');

const burnIn = (dataDir: string, ...words: string[]) =>
  run(process.execPath, [burn, ...words], { env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir } });

/** The instructions of a transaction: the keys that each names, and its data. */
async function instructionsOf(connection: Connection, printed: string) {
  const landed = await connection.getTransaction(printed.trim(), { maxSupportedTransactionVersion: 1 });
  const { compiledInstructions: instructions = [], staticAccountKeys: keys = [] } =
    landed?.transaction.message ?? {};
  return instructions.map(({ accountKeyIndexes, data }) => ({
    keys: accountKeyIndexes.map((index) => keys[index]?.toBase58()),
    data: Buffer.from(data),
  }));
}

/** The data of `burnChecked`, in base units. */
function burnChecked(amount: bigint): Buffer {
  const data = Buffer.from([15, 0, 0, 0, 0, 0, 0, 0, 0, 6]);
  data.writeBigUInt64LE(amount, 1);
  return data;
}

describe('the burn command', () => {
  it('burns 1,000,000 LIST with a memo and prints the transaction hash', async () => {
    const { connection, dataDir, mint, burnWallet } = await startChain();
    const { stdout } = await burnIn(dataDir, 'LISTBURN007');
    expect(stdout).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}\n$/);
    const [burned, memo, ...others] = await instructionsOf(connection, stdout);
    expect(burned).toMatchObject({ data: burnChecked(1_000_000_000_000n) });
    expect(burned?.keys).toContain(mint);
    expect([memo?.data.toString(), others]).toEqual(['LISTBURN007', []]);
    const key = new PublicKey(referenceKeyOf({ mint, burnWallet, reference: 'LISTBURN007' }));
    const named = await connection.getSignaturesForAddress(key);
    expect(named.map(({ signature }) => signature)).toEqual([stdout.trim()]);
  });

  it('burns another amount when one is given', async () => {
    const { connection, dataDir } = await startChain();
    const { stdout } = await burnIn(dataDir, 'LISTBURN008', '42');
    const [burned] = await instructionsOf(connection, stdout);
    expect(burned?.data).toEqual(burnChecked(42_000_000n));
  });

  it('burns without a memo, and signs a message with the wallet that burned', async () => {
    const { connection, dataDir } = await startChain();
    const { stdout } = await burnIn(dataDir, '--no-memo', '42');
    const [burned, ...others] = await instructionsOf(connection, stdout);
    expect(others).toEqual([]);
    const payer = new PublicKey(burned?.keys[2] ?? '');
    const message = 'I paid. Signing costs nothing (LISTBURN007).';
    const signed = bs58.decode((await burnIn(dataDir, '--sign', message)).stdout.trim());
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), payer.toBytes()]);
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    expect(verify(null, Buffer.from(message), key, signed)).toBe(true);
  });

  it.each([[['--no-memo', '--sign', 'text']], [['memo', '1', 'more']], [['--what']], [['memo', 'many']]])(
    'refuses %j',
    async (words) => {
      await expect(burnIn(temporaryFolder(), ...words)).rejects.toMatchObject({
        stderr: expect.stringContaining('usage: burn <memo>'),
      });
    },
  );

  it('says in one line what is wrong', async () => {
    const nowhere = temporaryFolder();
    await expect(burnIn(nowhere, 'LISTBURN007')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^burn: no local chain in .*: start it first\n$/),
    });
    await expect(burnIn(nowhere)).rejects.toMatchObject({
      stderr: expect.stringContaining('usage: burn <memo>'),
    });
  });
});
