import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { socialLinks } from '@naughty-list/contracts/social-links';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { startSecondProvider } from '@naughty-list/test-kit/second-provider';
import { afterAll, describe, expect, it } from 'vitest';
import { openRpc } from '../src/chain/rpc.ts';
import { readOptions } from '../src/receipts/read-options.ts';
import { runCommand } from '../src/receipts/run-command.ts';
import { readAnswer, readManifest } from './conformance/read-manifest.ts';
import { burn, burnTooMuch, list, payBurnWallet } from './transactions.ts';
import { startTestChain } from './verifier-under-test.ts';

const command = fileURLToPath(new URL('../src/verify-burn.ts', import.meta.url));

const chain = closeAfterAll(await startTestChain());

const folder = mkdtempSync(join(tmpdir(), 'naughty-list-receipts-'));
const site = createServer((_request, response) => void response.end(JSON.stringify(tokenConfig())));
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  site.close();
  rmSync(folder, { recursive: true, force: true });
});

const tokenConfig = () => ({
  contractAddress: chain.mint,
  decimals: 6,
  burnWalletAddress: chain.burnWallet,
  removalCostTokens: '1000000',
  membershipFeeTokens: '750000',
  cluster: 'localnet',
  rpcUrl: chain.url,
  links: socialLinks,
});
const siteUrl = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

async function run(...args: string[]): Promise<{ code: number; out: string }> {
  const { exitCode, lines, errors } = await runCommand(args);
  return { code: exitCode, out: [...lines, ...errors].join('\n') };
}

async function runAsProcess(...args: string[]): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const out = await text(child.stdout);
  return { code: await ended, out: out.trimEnd() };
}

async function finalised(signature: string): Promise<string> {
  await chain.untilFinal(signature);
  return signature;
}

describe('pnpm verify-burn on a chain', () => {
  it('prints every rule and accepts what the service accepts (exit code 0)', async () => {
    const signature = await finalised(await burn(chain, 'LISTBURN001'));
    const demand = ['--mint', chain.mint, '--min', '1,000,000', '--reference', 'LISTBURN001'];
    const { code, out } = await run(signature, '--rpc', chain.url, ...demand);
    expect(out).toContain(`transaction  ${signature}`);
    for (const rule of ['succeeded', 'readable', 'paid', 'decimals', 'amount', 'reference', 'window'])
      expect(out).toContain(`passed       ${rule}: `);
    expect(out).toContain(`accepted: 1,000,000 tokens (${list(1_000_000n)} base units burned, 0 credited)`);
    expect(code).toBe(0);
    expect(await runAsProcess(signature, '--rpc', chain.url, ...demand)).toEqual({ code, out });
  });

  it('takes missing values from a site, and the reference from the transaction', async () => {
    const signature = await finalised(await payBurnWallet(chain, 'LISTBURN002'));
    const { code, out } = await run(signature, '--site', siteUrl());
    expect(out).toContain('reference: memo LISTBURN002');
    expect(code).toBe(0);
  });

  it('rejects what the service rejects (exit code 1)', async () => {
    const other = await finalised(await burn(chain, 'LISTBURN003'));
    const wrong = await run(other, '--site', siteUrl(), '--reference', 'LISTBURN004');
    expect([wrong.code, wrong.out]).toEqual([1, expect.stringContaining('rejected: memo_mismatch')]);
    expect(wrong.out).toContain('FAILED       reference: ');
    const failed = await run(await finalised(await burnTooMuch(chain, 'x')), '--site', siteUrl());
    expect([failed.code, failed.out]).toEqual([1, expect.stringContaining('rejected: tx_failed')]);
    const old = await finalised(await burn(chain, 'thanks'));
    const late = await run(old, '--site', siteUrl(), '--since', '2100-01-01');
    expect([late.code, late.out]).toEqual([1, expect.stringContaining('rejected: outside_window')]);
    const bare = await run(old, '--site', siteUrl(), '--unbound', 'reject');
    expect([bare.code, bare.out]).toEqual([1, expect.stringContaining('rejected: memo_mismatch')]);
    const unproven = await run(old, '--site', siteUrl(), '--unbound', 'prove');
    expect([unproven.code, unproven.out]).toEqual([1, expect.stringContaining('rejected: proof_required')]);
  });

  it('accepts a payment without a reference for the wallet that paid', async () => {
    const signature = await finalised(await burn(chain, 'without a reference'));
    const wallet = chain.richHolder.publicKey.toBase58();
    const proven = await run(signature, '--site', siteUrl(), '--unbound', 'prove', '--proven-by', wallet);
    expect([proven.code, proven.out]).toEqual([0, expect.stringContaining(`signed for by ${wallet}`)]);
  });

  it('is undecided (exit code 2) if unknown, unreachable, or if providers disagree', async () => {
    const signature = await finalised(await burn(chain, 'LISTBURN005'));
    const unknown = await run('1'.repeat(64), '--site', siteUrl());
    expect([unknown.code, unknown.out]).toEqual([2, expect.stringContaining('not_found_yet')]);
    const gone = await run(signature, '--site', siteUrl(), '--rpc', 'http://127.0.0.1:9/?api-key=secret');
    expect([gone.code, gone.out]).toEqual([2, expect.stringContaining('provider_error')]);
    expect(gone.out).not.toContain('secret');
    const second = await startSecondProvider(chain.url);
    const both = [signature, '--site', siteUrl(), '--rpc', chain.url, '--rpc', second.url];
    expect((await run(...both)).code).toBe(0);
    second.see({ getTransaction: (result) => ({ ...(result as object), blockTime: 1 }) });
    const torn = await run(...both);
    await second.close();
    expect([torn.code, torn.out]).toEqual([2, expect.stringContaining('provider_conflict')]);
  });
});

describe('pnpm verify-burn on a saved transaction', () => {
  it('needs no chain, and gives the same verdict', async () => {
    const signature = await finalised(await burn(chain, 'LISTBURN006'));
    const rpc = openRpc({ url: chain.url, timeoutMs: 20_000 });
    const result = await rpc.transaction(signature, 'finalized');
    const [bare, envelope] = [join(folder, 'bare.json'), join(folder, 'envelope.json')];
    writeFileSync(bare, JSON.stringify(result));
    writeFileSync(envelope, JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
    const demand = ['--mint', chain.mint, '--min', '1000000'];
    for (const file of [bare, envelope]) {
      const { code, out } = await run('--file', file, ...demand);
      expect([code, out]).toEqual([0, expect.stringContaining('accepted: 1,000,000 tokens')]);
      expect(out).toContain('signatures checked');
    }
    expect((await run('--file', bare, '--mint', chain.mint, '--min', '1000001')).code).toBe(1);
    const another = await run('1'.repeat(64), '--file', bare, ...demand);
    expect([another.code, another.out]).toEqual([2, expect.stringContaining('response_mismatch')]);
  });

  it('of the real chain says what it burned, to the unit', async () => {
    const [burned] = readManifest();
    if (!burned) {
      console.log('verify-burn: the recorded transactions are not here and were passed over');
      return;
    }
    const file = join(folder, 'recorded.json');
    writeFileSync(file, JSON.stringify(readAnswer(burned.file, burned.encoding)));
    const mint = ['--mint', '5HmvdqEM3e7bYKTUix8dJSZaMhx9GNkQV2vivsiC3Tdx'];
    expect((await run('--file', file, ...mint, '--min-raw', '10000')).code).toBe(0);
    const more = await run('--file', file, ...mint, '--min-raw', '10001');
    expect([more.code, more.out]).toEqual([1, expect.stringContaining('10000 of at least 10001')]);
    const malformed = join(folder, 'malformed.json');
    writeFileSync(malformed, JSON.stringify(readAnswer('30-MALFORMED-missing-account-keys.json', 'json')));
    expect((await run('--file', malformed, ...mint, '--min', '1')).code).toBe(2);
  });
});

it.each([
  [[], 'which transaction?'],
  [['0'.repeat(64)], 'is not a transaction signature'],
  [['1'.repeat(64)], 'which token?'],
  [['1'.repeat(64), '--mint', 'm', '--min', '1'], 'from where?'],
  [['1'.repeat(64), '--min', '0'], 'is not an amount'],
  [['1'.repeat(64), '--nice'], 'nice'],
  [['--file', 'nowhere.json', '--mint', 'm'], 'nowhere.json'],
  [['1'.repeat(64), '--since', 'yesterday'], 'is not a time'],
  [['1'.repeat(64), '--unbound', 'maybe'], '--unbound'],
])('wrong arguments are reported (exit code 2): %j', async (args, message) => {
  const { code, out } = await run(...args);
  expect([code, out]).toEqual([2, expect.stringContaining(message)]);
  expect(out).toContain('usage: pnpm verify-burn');
});

const KEY = 'example.org/log+0123abcd+key';
/** What the placeholders of the README stand for. */
const values: Record<string, string> = {
  '<signature>': '5'.repeat(88),
  URL: 'https://rpc.example.org',
  ADDRESS: 'So11111111111111111111111111111111111111112',
  KEY,
};

it('reads every command of the README', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const commands = [...readme.matchAll(/pnpm verify-burn ([^\n`]+)/g)].map(([, text = '']) =>
    text.split(' '),
  );
  expect(commands).toHaveLength(4);
  for (const command of commands)
    expect(() => readOptions(command.map((word) => values[word] ?? word)), command.join(' ')).not.toThrow();
});
