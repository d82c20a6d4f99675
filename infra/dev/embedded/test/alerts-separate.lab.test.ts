import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeBackup } from '@naughty-list/embedded/backup/make-backup';
import { freePortPair } from '@naughty-list/embedded/ports';
import type { SeparateStack } from '@naughty-list/embedded/stack';
import { afterAll, beforeAll, describe } from 'vitest';
import {
  closeRedis,
  isReady,
  openRedis,
  redisFillRatio,
} from '../../../../packages/service-kit/src/database/redis.ts';
import { createLog } from '../../../../packages/service-kit/src/telemetry/log.ts';
import {
  RawResponse,
  type SecondProvider,
  startSecondProvider,
  type Views,
} from '../../../../packages/test-kit/src/second-provider.ts';
import { lastingStack } from './lasting-stack.ts';
import { payMemo, Visitor } from './membership-flow.ts';
import { query } from './query.ts';
import { type RedisServer, redisProgram } from './redis-server.ts';
import { burn, post, submitReport } from './removal-flow.ts';
import {
  type AlertCase,
  goingOn,
  hasNodeExporter,
  hasPrometheus,
  Prometheus,
  seeAlerts,
  startNodeExporter,
} from './see-alerts.ts';
import { mountSmallDisk } from './small-disk.ts';
import { lastingFolder } from './temporary-folder.ts';

const here = hasPrometheus && redisProgram !== undefined;
const disk = here && hasNodeExporter ? mountSmallDisk(20, 'ext4') : undefined;
if (!disk) console.log('without a node exporter and a small disk, DiskFillsUp is passed over');

// Its jobs are in a Redis, its chain has three providers, its processes have clocks of their own.
describe.runIf(here)('in a Prometheus that watches a stack of separate processes', () => {
  let stack: SeparateStack;
  let prometheus: Prometheus;
  let redis: RedisServer;
  let exporter: Awaited<ReturnType<typeof startNodeExporter>> | undefined;
  let providers: [SecondProvider, SecondProvider, SecondProvider];
  const { start, startRedis, end } = lastingStack();
  const folder = lastingFolder();
  const env: Record<string, string> = {
    NODE_OPTIONS: `--import=${new URL('./shift-clock.ts', import.meta.url).href}`,
    VERIFY_WAIT_MS: '0',
    CONNECTIONS_PER_CLIENT: '1000000',
    RATE_LIMIT_READS_PER_MINUTE: '1000000',
    RATE_LIMIT_WRITES_PER_MINUTE: '1000000',
    VISIT_MEGABYTES_PER_DAY: '1',
    TELEGRAM_BOT_TOKEN: '123456789:AAsecret-of-the-tests_0123456789',
    TELEGRAM_CHAT_ID: '-1001234567890',
    // No call leaves this machine, so that the bot reaches nothing.
    NODE_USE_ENV_PROXY: '1',
    HTTPS_PROXY: 'http://127.0.0.1:1',
  };

  beforeAll(async () => {
    redis = await startRedis({ maxmemory: '64mb' });
    const chainPort = await freePortPair();
    const provider = () => startSecondProvider(`http://127.0.0.1:${chainPort}`);
    providers = [await provider(), await provider(), await provider()];
    env.QUEUE_URL = redis.url;
    env.SOLANA_RPC_URLS = providers.map(({ url }) => url).join();
    stack = await start({
      separate: true,
      env,
      chain: { preferredPort: chainPort },
      postgres: { fsync: false },
    });
    exporter = disk && (await startNodeExporter());
    prometheus = await Prometheus.start(
      folder.path,
      join(stack.dataDir, 'metrics-targets.json'),
      exporter && disk && { address: exporter.address, mountpoint: disk.path },
    );
    await makeBackup(stack.dataDir, join(folder.path, 'backup.tar.gz'));
  });
  afterAll(async () => {
    prometheus?.stop();
    exporter?.stop();
    await end();
    for (const provider of providers ?? []) await provider.close();
    disk?.remove();
    folder.remove();
  });

  /** Even where transactions are read-only. */
  const sql = (statement: string) =>
    query(`${stack.databaseUrl}?options=-c%20default_transaction_read_only%3Doff`, statement);
  const seeAll = (...views: [Views, Views, Views]) =>
    views.forEach((view, at) => {
      providers[at]?.see(view);
    });
  const honest = async () => seeAll({}, {}, {});
  /** That a transaction is some slots later. */
  const later = (slots: number): Views => ({
    getTransaction: (result) => {
      const transaction = result as { slot: number } | null;
      return transaction && { ...transaction, slot: transaction.slot + slots };
    },
  });
  const claimBurn = async () => {
    const report = await submitReport(stack);
    const txHash = await burn(stack, report.uniqueBurnAddress);
    await post(stack, `/api/scammer-reports/${report.id}/remove-by-burn`, { txHash });
  };
  async function inRedis(work: (opened: ReturnType<typeof openRedis>) => Promise<unknown>) {
    const opened = openRedis({ url: redis.url, name: 'alerts', log: createLog('alerts', 'silent') });
    await isReady(opened, 10_000);
    try {
      await work(opened);
    } finally {
      await closeRedis(opened);
    }
  }
  /** An hour ahead, or back again. */
  const shiftClock = async () => process.kill(stack.services.analytics.pid ?? 0, 'SIGUSR2');
  /** Visits of the longest texts that are stored, of which 1,400 make a megabyte. */
  const visit = () =>
    fetch(`${stack.url}/api/visits`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: stack.url,
        'user-agent': `Mozilla/5.0 ${'x'.repeat(300)}`,
      },
      body: JSON.stringify({ pageUrl: '/', referrer: `/${'x'.repeat(300)}` }),
    });
  const visitors = goingOn(async () => {
    await visit();
    await sleep(500);
  });
  const crowd = goingOn(() => Promise.all(Array.from({ length: 50 }, visit)));

  const cases: AlertCase[] = [
    {
      alert: 'EventLoopBlocked',
      summary: /^analytics at .* is blocked: its event loop is delayed by [5-9]\d\dms/,
      // As on a machine with too little CPU.
      ...goingOn(async () => {
        await stack.services.analytics.kill('SIGSTOP');
        await sleep(600);
        await stack.services.analytics.kill('SIGCONT');
        await sleep(300);
      }),
    },
    {
      alert: 'ClockWrong',
      summary: /^The clock of analytics at .* is 1h 0m 0s off the database's$/,
      cause: shiftClock,
      mend: shiftClock,
    },
    {
      // By the first call that fails.
      alert: 'DatabaseRefuses',
      summary: /^The database refuses (gateway|reports): read_only$/,
      cause: async () => {
        await sql('alter system set default_transaction_read_only = on');
        await sql('select pg_reload_conf()');
        await submitReport(stack).catch(() => {});
      },
      mend: async () => {
        await sql('alter system reset default_transaction_read_only');
        await sql('select pg_reload_conf()');
      },
    },
    {
      alert: 'MembersWithoutLink',
      summary: /^Members who have paid and have no link to the chat: 1$/,
      cause: async () => {
        const visitor = new Visitor(stack);
        await visitor.verify(await payMemo(stack, (await visitor.terms()).reference));
      },
      // As the runbook says.
      mend: () => {
        delete env.TELEGRAM_BOT_TOKEN;
        return stack.services.membership.restart();
      },
    },
    {
      alert: 'RpcProviderFailing',
      summary: /^The RPC provider 127\.0\.0\.1:\d+ gives no usable answers$/,
      cause: async () => seeAll({}, { '*': () => new RawResponse(401, '') }, {}),
      mend: honest,
    },
    {
      // By the first transaction about which it is outvoted.
      alert: 'RpcProviderFailing',
      summary: /^The RPC provider 127\.0\.0\.1:\d+ gives no usable answers$/,
      cause: async () => {
        seeAll(later(1), {}, {});
        await claimBurn();
      },
      mend: honest,
    },
    {
      alert: 'RpcProviderBehind',
      summary: /^The RPC provider 127\.0\.0\.1:\d+ is (9\d\d|1\d\d\d) slots behind$/,
      cause: async () => seeAll({}, { getSlot: (slot) => Math.max(0, Number(slot) - 1_000) }, {}),
      mend: honest,
    },
    {
      alert: 'PaymentsCannotBeJudged',
      summary: /^Payments cannot be judged: provider_conflict$/,
      cause: async () => {
        seeAll({}, later(1), later(2));
        await claimBurn();
      },
      mend: honest,
    },
    {
      alert: 'WatcherBehind',
      summary: /^The watcher is 5m/,
      cause: async () => {
        const behind: Views = { getBlockTime: (time) => Number(time) - 300 };
        seeAll(behind, behind, behind);
      },
      mend: honest,
    },
    {
      alert: 'QueueBackendFull',
      summary: /^The queue backend uses 9\d(\.\d+)?% of its memory$/,
      cause: () =>
        inRedis(async (opened) => {
          for (let n = 0; ((await redisFillRatio(opened)) ?? 1) < 0.92; n += 1)
            await opened.set(`filler:${n}`, 'x'.repeat(500_000));
        }),
      mend: () =>
        inRedis(async (opened) => {
          await opened.del(await opened.keys('filler:*'));
        }),
    },
    {
      alert: 'VisitsWait',
      summary: /^Visits do not reach the queue: \d+ batches wait at the gateway$/,
      cause: async () => {
        await redis.kill();
        await visitors.cause();
      },
      mend: async () => {
        await visitors.mend();
        await redis.start();
      },
    },
    {
      alert: 'VisitsOverDailyLimit',
      summary: /visits were not stored in the last 15 minutes: the day's storage limit is reached$/,
      cause: crowd.cause,
      mend: async () => {
        await crowd.mend();
        env.VISIT_MEGABYTES_PER_DAY = '256';
        await stack.services.gateway.restart();
      },
    },
  ];
  if (disk)
    cases.push({
      alert: 'DiskFillsUp',
      summary: /^Only 0% of the disk at .* is free$/,
      cause: async () => disk.fill(),
      mend: async () => disk.makeRoom(),
    });
  seeAlerts(() => prometheus, cases);
});
