import { settleReportPaymentJob } from '@naughty-list/contracts/payment-jobs';
import { handle } from '@naughty-list/service-kit/jobs/handler';
import { createTestDatabase } from '@naughty-list/test-kit/database';
import { Connection } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { startKeyPolling } from '../src/reference-keys/poll-keys.ts';
import { chainVerifier } from '../src/service.ts';
import { startWatcher } from '../src/watch/start.ts';
import { type CrowdedNode, multiply, startCrowdedNode } from './crowded-nodes.ts';
import { holderOf, send } from './found-transactions.ts';
import { burnAsRequested } from './requested-burns.ts';
import { eventually, startTestChain, startVerifier } from './verifier-under-test.ts';

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
