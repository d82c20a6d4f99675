import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeBackup } from '@naughty-list/embedded/backup/make-backup';
import type { Stack } from '@naughty-list/embedded/stack';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { openQueues } from '../../../../packages/service-kit/src/jobs/queues.ts';
import { createLog } from '../../../../packages/service-kit/src/telemetry/log.ts';
import { lastingStack } from './lasting-stack.ts';
import { query } from './query.ts';
import { submitReport } from './removal-flow.ts';
import { type AlertCase, goingOn, hasPrometheus, Prometheus, seeAlerts, tenCalls } from './see-alerts.ts';
import { lastingFolder } from './temporary-folder.ts';

describe.runIf(hasPrometheus)('in a Prometheus that watches a running stack', () => {
  let stack: Stack;
  let prometheus: Prometheus;
  const { start, end } = lastingStack();
  const folder = lastingFolder();
  const queues = () => openQueues({ url: stack.databaseUrl, log: createLog('alerts', 'silent') });
  const sql = (statement: string) => query(stack.databaseUrl, statement);
  const targetsFile = () => join(stack.dataDir, 'metrics-targets.json');
  let targets: string;

  beforeAll(async () => {
    stack = await start({ postgres: { fsync: false } });
    targets = readFileSync(targetsFile(), 'utf8');
    prometheus = await Prometheus.start(folder.path, targetsFile());
    await submitReport(stack);
  });
  afterAll(async () => {
    prometheus?.stop();
    await end();
    folder.remove();
  });

  async function inQueue(
    name: string,
    work: (queue: Awaited<ReturnType<ReturnType<typeof queues>['open']>>) => Promise<unknown>,
  ) {
    const opened = queues();
    await work(await opened.open(name)).finally(() => opened.close());
  }

  let lookedUp = 0;
  /** Another name each time, so that no answer is kept. */
  function lookUp(): Promise<Response> {
    lookedUp += 1;
    return fetch(`${stack.url}/api/look-up?q=elf_${lookedUp}`);
  }
  const lookUps = goingOn(() => tenCalls(lookUp));

  /** Of a stored tile; twice, and it is as before. */
  const flipByte = () =>
    sql(`set session_replication_role = replica;
      update reports.ledger_tiles set hashes = set_byte(hashes, 0, 255 - get_byte(hashes, 0)) where row_number = 0`);

  const cases: AlertCase[] = [
    {
      alert: 'BackupOld',
      summary: /^There is no backup yet$/,
      cause: async () => {},
      mend: () => makeBackup(stack.dataDir, join(folder.path, 'backup.tar.gz')),
    },
    {
      alert: 'BackupOld',
      summary: /^The last backup is 1d 6h/,
      cause: () => sql("update gateway.backups set made_at = now() - interval '30 hours'"),
      mend: () => sql('update gateway.backups set made_at = now()'),
    },
    {
      alert: 'ServiceDown',
      summary: /^analytics is not monitored: no instance of it is known$/,
      cause: async () => {
        const left = JSON.parse(targets).filter(
          ({ labels }: { labels: { service: string } }) => labels.service !== 'analytics',
        );
        writeFileSync(targetsFile(), JSON.stringify(left));
      },
      mend: async () => writeFileSync(targetsFile(), targets),
    },
    {
      alert: 'QueueStuck',
      summary: /^In the queue analytics a job has been waiting for 1h/,
      cause: () =>
        inQueue('analytics', async (queue) => {
          await queue.pause();
          await queue.add('record-visits', {}, { jobId: 'stuck', timestamp: Date.now() - 3_700_000 });
        }),
      mend: () => inQueue('analytics', (queue) => queue.resume()),
    },
    {
      // The job just let go has no payload that could be read.
      alert: 'JobsGivenUp',
      summary: /^Jobs given up in the queue analytics: 1$/,
      cause: async () => {},
      mend: () => inQueue('analytics', (queue) => queue.clean(0, 10, 'failed')),
    },
    {
      alert: 'PaymentsNotOnChain',
      summary: /^Accepted payments that are not on the chain, or count twice: 1$/,
      cause: async () => {
        const completed = () => sql('select * from chain.state where completed_at is not null');
        await expect.poll(completed).toHaveLength(1);
        await sql(`update chain.state set figures = figures || '{"notOnChain": 1}'`);
      },
      // As the runbook says.
      mend: () => sql('update chain.state set due_at = now()'),
    },
    {
      alert: 'AppealDue',
      summary: /^An appeal must be answered within 1h/,
      cause: () =>
        sql(`insert into reports.appeals (report_id, grounds, due_at, proven_at, proven_by)
        select id, 'false', now() + interval '2 hours', now(), 'moderator' from reports.scammer_reports`),
      mend: () => sql("update reports.appeals set due_at = now() + interval '3 days'"),
    },
    {
      alert: 'HistoryLost',
      summary: /^Gaps in the watched history: 1\. /,
      cause: () =>
        sql(`insert into chain.watch_gaps (cluster, address, from_slot, from_signature, to_slot, to_signature, provider, at)
        values ('localnet', 'a', 1, 'a', 2, 'b', 'c', now())`),
      mend: () => sql('update chain.watch_gaps set resolved_at = now()'),
    },
    {
      alert: 'NobodyWatches',
      summary: /^No process watches the chain/,
      cause: () =>
        sql("update chain.state set watcher = 'another', watcher_until = now() + interval '50 seconds'"),
      mend: () => sql('update chain.state set watcher = null'),
    },
    {
      alert: 'MetricsSourceDown',
      summary: /^membership cannot measure its members$/,
      cause: () => sql('alter table membership.alpha_group_members rename to away'),
      mend: () => sql('alter table membership.away rename to alpha_group_members'),
    },
    {
      alert: 'HttpFaults',
      summary: /^(reports|gateway) answers \d+(\.\d+)?% of its calls with a fault$/,
      cause: async () => {
        await sql('alter table reports.nice_reports rename to away');
        await lookUps.cause();
      },
      mend: async () => {
        await lookUps.mend();
        await sql('alter table reports.away rename to nice_reports');
      },
    },
    {
      alert: 'HttpSlow',
      summary: /^\/api\/look-up takes [1-9]/,
      // The lock is there before the calls.
      ...goingOn(async () => {
        const client = new pg.Client({ connectionString: stack.databaseUrl });
        await client.connect();
        await client.query('begin; lock table reports.scammer_reports');
        const calls = tenCalls(lookUp);
        await sleep(2_000);
        await client.end();
        await calls;
      }),
    },
    {
      alert: 'LoginsGuessed',
      summary: /^Admin passwords are being guessed/,
      ...goingOn(() =>
        tenCalls((n) =>
          fetch(`${stack.url}/api/admin/login`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', origin: stack.url },
            body: JSON.stringify({ username: `elf_${n}`, password: 'ho ho ho ho ho' }),
          }),
        ),
      ),
    },
    {
      alert: 'ReconciliationStuck',
      summary: /^Payments were last compared with the chain 3d/,
      cause: () =>
        sql(
          "update chain.state set completed_at = now() - interval '3 days', due_at = now() + interval '1 day'",
        ),
      mend: () => sql('update chain.state set due_at = now()'),
    },
    {
      alert: 'PaymentPendingLong',
      summary: /^A removal has not been decided for 1h/,
      cause: () =>
        sql(`insert into reports.removal_claims (id, report_id, signature, due_at, created_at)
        select 'late', id, 'late', now() + interval '1 day', now() - interval '1 hour' from reports.scammer_reports`),
      mend: () => sql("delete from reports.removal_claims where id = 'late'"),
    },
    {
      alert: 'ReviewOverdue',
      summary: /^The oldest appeal has waited 8d/,
      cause: () =>
        sql(`insert into reports.appeals (report_id, grounds, opened_at, due_at)
        select id, 'false', now() - interval '8 days', now() - interval '1 day' from reports.scammer_reports`),
      mend: () => sql('delete from reports.appeals'),
    },
    {
      alert: 'LedgerDiffers',
      summary: /^Differences between the ledger and the site: 1$/,
      cause: () =>
        sql(
          "insert into reports.ledger_audits (at, leaves, differences, named, mac) values (now(), 1, 0, '{}', '')",
        ),
      mend: () => sql("delete from reports.ledger_audits where mac = ''"),
    },
    {
      alert: 'LedgerUnaudited',
      summary: /^The last audit of the ledger was 3d/,
      cause: () => sql("update reports.ledger_audits set at = at - interval '3 days'"),
      mend: () => sql("update reports.ledger_audits set at = at + interval '3 days'"),
    },
    {
      alert: 'LedgerStopped',
      summary: /^The ledger is not written/,
      cause: async () => {
        await flipByte();
        await submitReport(stack);
      },
      mend: flipByte,
    },
    {
      alert: 'JobsFailing',
      summary: /^In the queue analytics a job has been unfinished for 1h/,
      cause: () =>
        inQueue('analytics', (queue) =>
          queue.add(
            'record-visits',
            {},
            { jobId: 'late', timestamp: Date.now() - 3_700_000, delay: 86_400_000 },
          ),
        ),
      mend: () => inQueue('analytics', async (queue) => (await queue.getJob('late'))?.remove()),
    },
  ];
  seeAlerts(() => prometheus, cases);
});
