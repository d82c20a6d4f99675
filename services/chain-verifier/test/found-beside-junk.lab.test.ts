import { createPrivateKey, randomBytes, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { settleReportPaymentJob } from '@naughty-list/contracts/payment-jobs';
import { handle } from '@naughty-list/service-kit/jobs/handler';
import { createTestDatabase } from '@naughty-list/test-kit/database';
import { Connection, type Keypair, PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../src/chain/base58.ts';
import { startKeyPolling } from '../src/reference-keys/poll-keys.ts';
import { chainVerifier } from '../src/service.ts';
import { startWatcher } from '../src/watch/start.ts';
import { burnAsRequested, holderOf, send } from './transactions.ts';
import { eventually, startTestChain, startVerifier } from './verifier-under-test.ts';

type Entry = { signature: string; slot: number; err: null };
type Landed = { slot: number; transaction: { signatures: string[]; message: object } };
/** Copies of a transaction that differ only in blockhash and signature, validly signed by their sender. */
type Junk = { entries: Entry[]; find(signature: string): object | undefined };

/** Multiplies a landed transaction; all copies are in its slot. */
async function multiply(
  chainUrl: string,
  { signature, sender, count }: { signature: string; sender: Keypair; count: number },
): Promise<Junk> {
  const options = { encoding: 'json', commitment: 'confirmed' };
  const landed = (await ask(chainUrl, 'getTransaction', [signature, options])) as Landed;
  const read = await transactionOf(chainUrl, signature);
  if (!read) throw new Error(`${signature} has not landed`);
  const { message } = read.transaction;
  const bytes = Buffer.from(message.serialize());
  const at = bytes.indexOf(new PublicKey(message.recentBlockhash).toBuffer());
  // The fixed prefix of an ed25519 private key in PKCS #8 form (RFC 8410).
  const front = Buffer.from('302e020100300506032b657004220420', 'hex');
  const der = Buffer.concat([front, sender.secretKey.subarray(0, 32)]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const blockhashes = new Map<string, string>();
  for (let index = 0; index < count; index += 1) {
    const blockhash = randomBytes(32);
    blockhash.copy(bytes, at);
    blockhashes.set(encodeBase58(sign(null, bytes, key)), encodeBase58(blockhash));
  }
  return {
    entries: [...blockhashes.keys()].map((one) => ({ signature: one, slot: landed.slot, err: null })),
    find(wanted) {
      const recentBlockhash = blockhashes.get(wanted);
      const copy = { signatures: [wanted], message: { ...landed.transaction.message, recentBlockhash } };
      return recentBlockhash === undefined ? undefined : { ...landed, transaction: copy };
    },
  };
}

/**
 * `stands still`: does not know the junk or what landed after it; `fails`: answers 2 of 100 calls with an error,
 * alternating between three kinds.
 */
type Temper = 'answers' | 'stands still' | 'hangs' | 'fails';
type CrowdedNode = { url: string; calls: number; close(): Promise<void> };

// Round trip to a provider.
const LATENCY_MS = 20;

/** A node of the chain that also has junk at `address`. Its responses are the chain's, subject to its temper. */
async function startCrowdedNode(
  chainUrl: string,
  { address, junk, temper }: { address: string; junk: Junk; temper: Temper },
): Promise<CrowdedNode> {
  const [{ slot: junkSlot } = { slot: 0 }] = junk.entries;
  const head = junkSlot - 1;
  const knows = ({ slot }: { slot: number }) => temper !== 'stands still' || slot <= head;
  const node: CrowdedNode = { url: '', calls: 0, close };

  async function resultOf(method: string, params: unknown[]): Promise<unknown> {
    if (method === 'getSignaturesForAddress') return list(params as [string, Page]);
    const found = method === 'getTransaction' ? junk.find(String(params[0])) : undefined;
    const result = found ?? (await ask(chainUrl, method, params));
    if (temper !== 'stands still') return result;
    if (method === 'getSlot') return head;
    if (method === 'getTransaction') return result && knows(result as Landed) ? result : null;
    if (method !== 'getSignatureStatuses') return result;
    const { value } = result as { value: ({ slot: number } | null)[] };
    return {
      context: { slot: head },
      value: value.map((status) => (status && knows(status) ? status : null)),
    };
  }

  type Page = { before?: string; until?: string; limit: number };
  async function list([listed, { before, until, limit }]: [string, Page]): Promise<Entry[]> {
    const own = (await ask(chainUrl, 'getSignaturesForAddress', [
      listed,
      { commitment: 'finalized' },
    ])) as Entry[];
    const newer = own.filter(({ slot }) => slot > junkSlot);
    const all = listed === address ? [...newer, ...junk.entries, ...own.slice(newer.length)] : own;
    const known = all.filter(knows);
    const from = before === undefined ? 0 : known.findIndex(({ signature }) => signature === before) + 1;
    const end = known.findIndex(({ signature }) => signature === until);
    if (before !== undefined && from === 0) return [];
    return known.slice(from, end < 0 ? undefined : end).slice(0, limit);
  }

  const server = createServer(async (request, response) => {
    const { id, method, params } = JSON.parse(await text(request));
    node.calls += 1;
    if (temper === 'hangs') return;
    await sleep(LATENCY_MS);
    if (temper === 'fails' && node.calls % 50 === 0) {
      const kind = (node.calls / 50) % 3;
      if (kind === 0) return void request.socket.destroy();
      if (kind === 1) return void response.writeHead(503).end();
    }
    const headers = { 'content-type': 'application/json' };
    const isRefused = temper === 'fails' && node.calls % 50 === 0;
    const answer = isRefused
      ? { error: { code: -32_005, message: 'Node is behind' } }
      : { result: await resultOf(method, params) };
    response.writeHead(200, headers).end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  node.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return node;

  function close(): Promise<void> {
    return new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }
}

async function ask(url: string, method: string, params: unknown[]): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = (await (await fetch(url, { method: 'POST', headers, body })).json()) as { result?: unknown };
  return answer.result;
}

// `MEASURE=1 TESTS=lab npm test -- services/chain-verifier/test/found-beside-junk.lab.test.ts` measures the figures of
// docs/attacks.md. Otherwise there is enough junk to take minutes to read at the limit of 50 calls a second; the
// seconds are printed but not asserted.
const isMeasured = process.env.MEASURE === '1';
const JUNK = isMeasured ? 100_000 : 10_000;
const DEMANDS = isMeasured ? 10 : 2;

describe.each(['stands still', 'hangs'] as const)(
  'beside junk at the mint, where a provider %s',
  (temper) => {
    it('a paid demand is found by its key, before the junk is read', async () => {
      const [chain, database] = await Promise.all([startTestChain(), createTestDatabase(chainVerifier)]);
      const holder = holderOf(chain);
      const signature = await send(chain, [holder.burn(1n), holder.memo('LISTBURN600')]);
      await eventually(() => transactionOf(chain.url, signature)).not.toBeNull();
      const junk = await multiply(chain.url, { signature, sender: chain.richHolder, count: JUNK });
      const nodes: CrowdedNode[] = [];
      for (const one of [temper, 'fails', 'answers'] as const)
        nodes.push(await startCrowdedNode(chain.url, { address: chain.mint, junk, temper: one }));
      const verifier = await startVerifier({
        databaseUrl: database.url,
        chain,
        settings: {
          SOLANA_RPC_URLS: nodes.map(({ url }) => url).join(','),
          SOLANA_RPC_QUORUM: '2',
          WATCH_FROM: signature,
        },
      });
      const { db, queues } = verifier.context;
      const foundAt = new Map<string, number>();
      const found = handle(settleReportPaymentJob, async (payment) => {
        if (!foundAt.has(payment.signature)) foundAt.set(payment.signature, performance.now());
      });
      await queues.work([found]);
      startWatcher(verifier.context);
      startKeyPolling(verifier.context);

      const readJunk = async () => {
        const [row] = await db('found_transactions').where({ reference_key: null }).count('handled_at');
        return Number(row?.count);
      };
      let demand = 600;
      const secondsUntilFound = async () => {
        const seconds: string[] = [];
        for (let sample = 0; sample < DEMANDS; sample += 1) {
          demand += 1;
          const paid = await burnAsRequested(chain, verifier, demand);
          await eventually(() => transactionOf(chain.url, paid)).not.toBeNull();
          const finalAt = performance.now();
          await eventually(() => foundAt.has(paid)).toBe(true);
          seconds.push((Math.max(0, (foundAt.get(paid) ?? 0) - finalAt) / 1_000).toFixed(1));
          const [row] = await db('found_transactions').where({ signature: paid });
          expect(row.reference_key).not.toBeNull();
        }
        return seconds.join(' ');
      };
      const whileListed = await secondsUntilFound();
      await expect.poll(readJunk, { timeout: 1_500_000 }).toBeGreaterThan(0);
      const whileRead = await secondsUntilFound();
      const read = await readJunk();
      expect(read).toBeLessThan(JUNK);
      console.log({ temper, junk: JUNK, read, whileListed, whileRead });

      await verifier.close();
      for (const node of nodes) await node.close();
      await chain.close();
      await database.drop();
    }, 3_600_000);
  },
);

const transactionOf = (url: string, signature: string) =>
  new Connection(url, 'finalized').getTransaction(signature, { maxSupportedTransactionVersion: 1 });
