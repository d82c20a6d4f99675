import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { LockHeldError, takeLock } from '@naughty-list/local-chain/files';
import { Connection, Keypair, TransactionMessage } from '@solana/web3.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startLocalChain } from '../src/local-chain.ts';
import { EVENTUALLY, rpc, SOL, startChain, temporaryFolder } from './chain-under-test.ts';

const FAST = { port: 0, confirmAfterMs: 0, finalizeAfterMs: 0 };
const main = join(import.meta.dirname, '../src/main.ts');

/** Runs the chain as a separate process; reads its URL from the line it prints. */
async function spawnChain(
  dataDir: string,
  [command, ...words]: [string, ...string[]] = [process.execPath, main],
): Promise<{ url: string; process: ChildProcess }> {
  const child = spawn(command, words, {
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: dataDir,
      PORT: '0',
      CHAIN_CONTROL: '1',
      // A restart can be faster than a confirmation, and a wallet's history lists confirmed ones only.
      CHAIN_CONFIRM_AFTER_MS: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const url = /listening on (\S+)/.exec(line)?.[1];
  if (!url) throw new Error(`unexpected first line: ${line}`);
  return { url, process: child };
}

describe('a chain that is stopped and started again', () => {
  it('has its mint, balances, history, slots and genesis hash', async () => {
    const dataDir = temporaryFolder();
    const first = await startLocalChain({ ...FAST, dataDir });
    const connection = new Connection(first.url, 'confirmed');
    const wallet = Keypair.generate().publicKey;
    const signatures = [
      await connection.requestAirdrop(wallet, SOL),
      await connection.requestAirdrop(wallet, SOL),
    ];
    const shown = await rpc(first.url, 'getTransaction', [signatures[1], { encoding: 'json' }]);
    const slot = await connection.getSlot('processed');
    const { blockhash } = await connection.getLatestBlockhash('processed');
    await first.close();

    const second = await startChain({ dataDir });
    expect([second.mint, second.genesisHash]).toEqual([first.mint, first.genesisHash]);
    expect(await second.connection.getBalance(wallet)).toBe(2 * SOL);
    expect(await rpc(second.url, 'getTransaction', [signatures[1], { encoding: 'json' }])).toEqual(shown);
    const found = await second.connection.getSignaturesForAddress(wallet);
    expect(found.map(({ signature }) => signature)).toEqual(signatures.toReversed());
    expect(await second.connection.getSlot('processed')).toBeGreaterThanOrEqual(slot);
    const of = { payerKey: wallet, recentBlockhash: blockhash, instructions: [] };
    const message = new TransactionMessage(of).compileToV0Message();
    expect((await second.connection.getFeeForMessage(message)).value).toBe(5_000);
    // An earlier transaction is still known, so it cannot land again.
    const [earlier] = readFileSync(join(dataDir, 'local-chain/chain.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line.includes(`"signature":"${signatures[0]}"`));
    const { wire } = JSON.parse(earlier ?? '');
    const again = await rpc(second.url, 'sendTransaction', [wire, { encoding: 'base64' }]);
    expect(again.error?.message).toContain('already been processed');
  });

  it('keeps every answered transaction through kill -9', async () => {
    const dataDir = temporaryFolder();
    const first = await spawnChain(dataDir);
    const wallet = Keypair.generate().publicKey;
    const answered: string[] = [];
    const sending = (async () => {
      for (;;) {
        const { result } = await rpc(first.url, 'requestAirdrop', [wallet.toBase58(), 1_000_000]);
        answered.push(String(result));
      }
    })().catch(() => 'the process is gone');
    await expect.poll(() => answered.length, EVENTUALLY).toBeGreaterThan(30);
    first.process.kill('SIGKILL');
    await sending;

    const { url, process: second } = await spawnChain(dataDir);
    const connection = new Connection(url, 'confirmed');
    const found = (await connection.getSignaturesForAddress(wallet))
      .map(({ signature }) => signature)
      .toReversed();
    expect(found.slice(0, answered.length)).toEqual(answered);
    // The pending one may have landed, too.
    expect(found.length - answered.length).toBeLessThanOrEqual(1);
    expect(await connection.getBalance(wallet)).toBe(found.length * 1_000_000);
    second.kill('SIGTERM');
    expect(await once(second, 'exit')).toEqual([0, null]);
  });

  it('answers with an error, and undoes the transaction, when the disk takes no more', async () => {
    const dataDir = temporaryFolder();
    const limited = `ulimit -f 24; exec "${process.execPath}" "${main}"`;
    const first = await spawnChain(dataDir, ['bash', '-c', limited]);
    const wallet = Keypair.generate().publicKey;
    const airdrop = () => rpc(first.url, 'requestAirdrop', [wallet.toBase58(), 1_000_000]);
    let landed = 0;
    let answer = await airdrop();
    for (; answer.error === undefined; answer = await airdrop()) landed += 1;
    expect(answer.error.code).toBe(-32603);
    expect(landed).toBeGreaterThan(0);
    const balance = async (url: string) => await new Connection(url).getBalance(wallet);
    expect(await balance(first.url)).toBe(landed * 1_000_000);
    first.process.kill('SIGKILL');
    await once(first.process, 'exit');
    const second = await startChain({ dataDir });
    expect(await balance(second.url)).toBe(landed * 1_000_000);
    expect(await second.connection.getSignaturesForAddress(wallet)).toHaveLength(landed);
  });
});

it('refuses a second chain on the same folder, and leaves the first alone', async () => {
  const { dataDir, connection, genesisHash, folder } = await startChain();
  await expect(startLocalChain({ ...FAST, dataDir })).rejects.toThrow(
    `${folder} is in use by process ${process.pid}`,
  );
  expect(await connection.getGenesisHash()).toBe(genesisHash);
});

describe('a damaged data folder', () => {
  async function stoppedChain(): Promise<{ dataDir: string; folder: string; log: string }> {
    const dataDir = temporaryFolder();
    const { folder, close } = await startLocalChain({ ...FAST, dataDir });
    await close();
    return { dataDir, folder, log: join(folder, 'chain.jsonl') };
  }

  it('loses a last entry that was never finished, and nothing else', async () => {
    const { dataDir, log } = await stoppedChain();
    const whole = readFileSync(log);
    appendFileSync(log, '{"kind":"transaction","signa');
    const chain = await startLocalChain({ ...FAST, dataDir });
    expect(readFileSync(log).equals(whole)).toBe(true);
    await rpc(chain.url, 'requestAirdrop', [Keypair.generate().publicKey.toBase58(), SOL]);
    await chain.close();
    const again = await startChain({ dataDir });
    expect((await rpc(again.url, 'getEpochInfo')).result).toMatchObject({ transactionCount: 2 });
  });

  it('begins again when nothing was finished', async () => {
    const { dataDir, log } = await stoppedChain();
    truncateSync(log, 20);
    const { connection, richHolder } = await startChain({ dataDir });
    expect(await connection.getBalance(richHolder.publicKey)).toBe(1_000 * SOL);
  });

  it('is named with the line when it cannot be read', async () => {
    const { dataDir, log } = await stoppedChain();
    appendFileSync(log, 'nonsense\n');
    await expect(startLocalChain({ ...FAST, dataDir })).rejects.toThrow(/chain\.jsonl is damaged at line 3/);
  });

  it('is named with the key that is missing', async () => {
    const { dataDir, folder } = await stoppedChain();
    rmSync(join(folder, 'rich-holder.json'));
    await expect(startLocalChain({ ...FAST, dataDir })).rejects.toThrow('lacks rich-holder.json');
  });
});

/** A process that holds the lock until it is killed. */
async function holdElsewhere(path: string): Promise<ChildProcess> {
  const script = `
    const { takeLock } = await import(${JSON.stringify(import.meta.resolve('@naughty-list/local-chain/files'))});
    takeLock(${JSON.stringify(path)});
    console.log('held');
    setInterval(() => {}, 1_000);`;
  const options = ['--input-type=module', '--eval', script];
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

it('the lock is held by one, named, until it is given back', () => {
  const path = join(temporaryFolder(), 'lock');
  const release = takeLock(path);
  expect(() => takeLock(path)).toThrow(new LockHeldError(path, process.pid));
  rmSync(path);
  expect(() => takeLock(path)).toThrow(new LockHeldError(path, undefined));
  release();
  release();
  expect(existsSync(path)).toBe(false);
  takeLock(path)();
});

it('the lock is held by another process, and free once that was killed', async () => {
  const path = join(temporaryFolder(), 'lock');
  const holder = await holdElsewhere(path);
  expect(() => takeLock(path)).toThrow(new LockHeldError(path, holder.pid ?? 0));
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect(existsSync(path)).toBe(true);
  takeLock(path)();
});

it('the lock is free whatever its file says', () => {
  const path = join(temporaryFolder(), 'lock');
  for (const stale of [JSON.stringify({ pid: process.pid, identity: 'an earlier boot' }), 'half a li', '']) {
    writeFileSync(path, stale);
    const release = takeLock(path);
    expect(() => takeLock(path)).toThrow(new LockHeldError(path, process.pid));
    release();
  }
});
