import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startChain, temporaryFolder } from './chain-under-test.ts';

const run = promisify(execFile);
const burn = join(import.meta.dirname, '../src/burn.ts');

const burnIn = (dataDir: string, ...words: string[]) =>
  run(process.execPath, [burn, ...words], { env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir } });

describe('the burn command', () => {
  it('burns 1,000,000 LIST with a memo and prints the transaction hash', async () => {
    const { connection, dataDir, mint } = await startChain();
    const { stdout } = await burnIn(dataDir, 'LISTBURN007');
    expect(stdout).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}\n$/);
    const landed = await connection.getParsedTransaction(stdout.trim(), {
      maxSupportedTransactionVersion: 1,
    });
    expect(landed?.transaction.message.instructions).toMatchObject([
      { parsed: { type: 'burnChecked', info: { mint, tokenAmount: { uiAmountString: '1000000' } } } },
      { parsed: 'LISTBURN007' },
    ]);
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
