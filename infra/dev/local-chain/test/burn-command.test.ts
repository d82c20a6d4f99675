import { execFile } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { referenceKeyOf } from '@naughty-list/payment-transactions/reference-key';
import { PublicKey } from '@solana/web3.js';
import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { startChain, temporaryFolder } from './chain-under-test.ts';

const run = promisify(execFile);
const burn = join(import.meta.dirname, '../src/burn.ts');

const burnIn = (dataDir: string, ...words: string[]) =>
  run(process.execPath, [burn, ...words], { env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir } });

describe('the burn command', () => {
  it('burns 1,000,000 LIST with a memo and prints the transaction hash', async () => {
    const { connection, dataDir, mint, burnWallet } = await startChain();
    const { stdout } = await burnIn(dataDir, 'LISTBURN007');
    expect(stdout).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}\n$/);
    const landed = await connection.getParsedTransaction(stdout.trim(), {
      maxSupportedTransactionVersion: 1,
    });
    expect(landed?.transaction.message.instructions).toMatchObject([
      { parsed: { type: 'burnChecked', info: { mint, tokenAmount: { uiAmountString: '1000000' } } } },
      { parsed: 'LISTBURN007' },
    ]);
    const key = new PublicKey(referenceKeyOf({ mint, burnWallet, reference: 'LISTBURN007' }));
    const named = await connection.getSignaturesForAddress(key);
    expect(named.map(({ signature }) => signature)).toEqual([stdout.trim()]);
  });

  it('burns another amount when one is given', async () => {
    const { connection, dataDir } = await startChain();
    const { stdout } = await burnIn(dataDir, 'LISTBURN008', '42');
    const landed = await connection.getParsedTransaction(stdout.trim(), {
      maxSupportedTransactionVersion: 1,
    });
    expect(landed?.transaction.message.instructions[0]).toMatchObject({
      parsed: { info: { tokenAmount: { uiAmountString: '42' } } },
    });
  });

  it('burns without a memo, and signs a message with the wallet that burned', async () => {
    const { connection, dataDir } = await startChain();
    const { stdout } = await burnIn(dataDir, '--no-memo', '42');
    const landed = await connection.getParsedTransaction(stdout.trim(), {
      maxSupportedTransactionVersion: 1,
    });
    expect(landed?.transaction.message.instructions).toHaveLength(1);
    const payer = landed?.transaction.message.accountKeys[0]?.pubkey;
    const message = 'I paid. Signing costs nothing (LISTBURN007).';
    const signed = bs58.decode((await burnIn(dataDir, '--sign', message)).stdout.trim());
    const spki = Buffer.concat([
      Buffer.from('302a300506032b6570032100', 'hex'),
      payer?.toBytes() ?? Buffer.alloc(0),
    ]);
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
