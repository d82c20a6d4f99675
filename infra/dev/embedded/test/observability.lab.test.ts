import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApiClient } from '@naughty-list/api-client/client';
import { removeByBurn } from '@naughty-list/contracts/removal';
import { followInstead, getVerification } from '@naughty-list/contracts/verifications';
import { freePortPair } from '@naughty-list/embedded/ports';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import type { SeparateStack } from '@naughty-list/embedded/stack';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { lastingStack } from './lasting-stack.ts';
import { burn, submitReport } from './removal-flow.ts';
import { startTraceReceiver } from './trace-receiver.ts';

const mark = (name: string) => `MARKED-${name}-0123456789-abcdefghij-ABCDEFGHIJ`;
const CLAIM = 'POST /api/scammer-reports/:id/remove-by-burn';
/** What a stranger would like to have in every trace. */
const traceparent = `00-${'ab'.repeat(16)}-b7ad6b7169203331-01`;
const until = { timeout: 240_000, interval: 200 };

let stack: SeparateStack;
let receiver: Awaited<ReturnType<typeof startTraceReceiver>>;
let verificationId: string;
const { start, end } = lastingStack();
const logged: string[] = [];

const call = (path: string, init: RequestInit = {}) => fetch(`${stack.url}${path}`, init);
const json = { 'content-type': 'application/json' };

beforeAll(async () => {
  receiver = await startTraceReceiver();
  const chainPort = await freePortPair();
  stack = await start({
    separate: true,
    env: {
      LOG_LEVEL: 'debug',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      INTERNAL_SECRET: mark('internal'),
      SESSION_SECRET: mark('session'),
      ADMIN_USERNAME: 'santa',
      ADMIN_PASSWORD: mark('admin'),
      TELEGRAM_BOT_TOKEN: `123456789:${mark('telegram')}`,
      TELEGRAM_CHAT_ID: '-100123',
      // The first has a key in its path and is down, the second has one in its query.
      SOLANA_RPC_URLS: `http://127.0.0.1:1/${mark('path-key')},http://127.0.0.1:${chainPort}/?api-key=${mark('query-key')}`,
      RATE_LIMIT_WRITES_PER_MINUTE: '1000',
      CHALLENGE_AFTER_WRITES_PER_HOUR: '0',
      HOLD_REPORTS_ABOVE_PER_MINUTE: '0',
    },
    chain: { preferredPort: chainPort },
    postgres: { fsync: false },
    log: (line) => logged.push(line),
  });
  const report = await submitReport(stack);
  const txHash = await burn(stack, report.uniqueBurnAddress);
  const page = createApiClient({ baseUrl: stack.url, headers: { traceparent } });
  const input = { params: { id: report.id }, body: { txHash } };
  const removed = await page.callFull(removeByBurn, input, { headers: followInstead });
  expect(removed.status).toBe(202);
  verificationId = removed.body.verificationId ?? '';
  await vi.waitFor(async () => {
    const params = { id: verificationId };
    expect(await page.call(getVerification, { params })).toMatchObject({ stage: 'done' });
  }, until);
});
afterAll(async () => {
  await end();
  await receiver.close();
});

describe('a removal', () => {
  const trace = () =>
    receiver.spans.find(({ service, name }) => service === 'gateway' && name === CLAIM)?.traceId ?? '';

  it('is one trace, from the call to the chain to the effect, begun by the gateway', async () => {
    const steps = [
      ['gateway', CLAIM],
      ['reports', CLAIM],
      ['chain-verifier', 'verify-burn'],
      ['chain-verifier', 'solana getTransaction'],
      ['reports', 'apply-burn-verdict'],
    ];
    await vi.waitFor(() => {
      const seen = receiver.spansOf(trace()).map(({ service, name }) => [service, name]);
      expect(seen).toEqual(expect.arrayContaining(steps));
    }, until);
    expect(receiver.spansOf(traceparent.split('-')[1] ?? '')).toEqual([]);
  });

  it('is found in the log by its verification, with the request that it came from', () => {
    const lines = logLines().filter((line) => line.verificationId === verificationId);
    const [requestId] = lines.flatMap((line) => line.requestId ?? []);
    expect(requestId).toMatch(/^[\w-]{36}$/);
    const judged = lines.find(({ msg }) => msg === 'judged');
    expect(judged).toMatchObject({
      service: 'chain-verifier',
      requestId,
      job: 'verify-burn',
      traceId: trace(),
    });
    const decided = lines.find(({ msg }) => msg === 'claim decided');
    expect(decided).toMatchObject({
      service: 'reports',
      requestId,
      job: 'apply-burn-verdict',
      traceId: trace(),
    });
  });
});

describe('metrics', () => {
  it('are those of infra/deploy/observability/metrics.tsv, no more and no fewer', async () => {
    const table = readFileSync(join(REPOSITORY, 'infra/deploy/observability/metrics.tsv'), 'utf8');
    const documented = [...table.matchAll(/^([a-z_]+)\t/gm)].map(([, name]) => name);
    const logged = new Set(
      [...(await scrapeAll()).matchAll(/^# HELP (\S+)/gm)].flatMap(([, name = '']) =>
        /^(process|nodejs)_/.test(name) ? [] : name,
      ),
    );
    expect([...logged].sort()).toEqual(documented.sort());
  });

  it('report what has happened', async () => {
    const expected = [
      'payment_claims{purpose="removal",state="done"} 1',
      'payment_tokens_burned{purpose="removal"} 1000000',
      'payment_verdicts_total{purpose="removal",outcome="accepted",code="none"} 1',
      'reports_removed 1',
      'reports_listed{list="naughty"} 0',
      'reports_submitted_total{list="naughty",outcome="listed"} 1',
      'members 0',
      'watcher_leader 1',
      'queue_jobs{queue="reports",state="waiting"} 0',
      'metrics_source_up{source="queues"} 1',
    ];
    await vi.waitFor(async () => {
      const lines = (await scrapeAll()).split('\n');
      expect(lines).toEqual(expect.arrayContaining(expected));
      // One, plus one for each time the transaction was not final yet.
      expect(lines.join('\n')).toMatch(
        /^queue_jobs_total\{queue="chain-verifier",job="verify-burn",end="completed"\} [1-9]/m,
      );
    }, until);
  });

  it('name routes by their patterns, whatever is called', async () => {
    for (const path of ['/api/scammer-reports/4711/burn-request', '/made-up-4711', '/api/made-up-4711']) {
      await call(path);
    }
    // Labels only: byte counts may contain any digits.
    const labels = [...(await scrapeAll()).matchAll(/\{.*\}/g)].join('\n');
    expect(labels).toContain('route="/api/scammer-reports/:id/burn-request"');
    expect(labels).not.toContain('4711');
    expect(labels).not.toContain('MARKED');
  });

  it('do not pass the public door', async () => {
    for (const path of ['/metrics', '/metrics/', '//metrics', '/api/metrics', '/api/../metrics']) {
      const answer = await call(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text()).not.toContain('# HELP');
    }
  });
});

describe('an appeal', () => {
  it('leaves its case code in no log line, span or metric, whatever is called with it', async () => {
    const { username } = await submitReport(stack);
    const post = (path: string, body: unknown, headers = {}) =>
      call(path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });
    const text = 'None of this ever happened.';
    const opened = await post('/api/appeals', { username, grounds: 'false', text });
    const { caseCode } = (await opened.json()) as { caseCode: string };
    const plain = caseCode.replaceAll('-', '');
    const headers = { 'x-case-code': caseCode };
    const statuses = [opened, await call('/api/appeal', { headers: { 'x-case-code': plain.toLowerCase() } })];
    for (const [path, body] of [
      ['messages', { text }],
      ['messages', { text: 'short' }],
      ['proof-code', {}],
      ['proof', { postUrl: `https://x.com/${username}/status/1` }],
      ['reply', { text, contradicts: true }],
      ['again', { text }],
    ] as const)
      statuses.push(await post(`/api/appeal/${path}`, body, headers));
    statuses.push(await call('/api/appeal', { headers: { 'x-case-code': `${caseCode}${caseCode}` } }));
    // A reply needs the account's proof.
    expect(statuses.map(({ status }) => status)).toEqual([201, 200, 201, 400, 201, 200, 409, 409, 404]);
    await vi.waitFor(() => {
      const refused = receiver.spans.filter(({ name }) => name === 'POST /api/appeal/again');
      expect(refused.map(({ service }) => service)).toEqual(expect.arrayContaining(['gateway', 'reports']));
    }, until);
    const output = [
      ...logged,
      ...logFiles().map((file) => readFileSync(file, 'utf8')),
      ...receiver.spans.map((span) => JSON.stringify(span)),
      await scrapeAll(),
    ].join('\n');
    expect(output).toContain('/api/appeal');
    const found = output.split('\n').filter((line) => {
      const compact = line.replaceAll('-', '').toUpperCase();
      return compact.includes(plain);
    });
    expect(found).toEqual([]);
  });
});

describe('logs', () => {
  it('hold no secret, whatever goes wrong', async () => {
    const password = readFileSync(join(stack.dataDir, 'postgres-password'), 'utf8').trim();
    const headers = {
      ...json,
      cookie: `admin=${mark('cookie')}`,
      authorization: `Bearer ${mark('bearer')}`,
      'x-service-auth': mark('service-auth'),
    };
    const login = (given: string) =>
      call('/api/admin/login', {
        method: 'POST',
        headers,
        body: JSON.stringify({ username: 'santa', password: given }),
      });
    expect((await login(mark('wrong-password'))).status).toBe(401);
    expect((await login(mark('admin'))).status).toBe(200);
    await call('/api/scammer-reports', { method: 'POST', headers, body: `{"password":"${mark('body')}"` });
    await call(`/api/scammer-reports/search?q=a&token=${mark('query')}`, { headers });
    await stack.postgres.kill('SIGKILL');
    await Promise.all(
      ['/api/scammer-reports', '/api/admin/status', '/health/ready'].map((path) => call(path, { headers })),
    );
    await stack.postgres.ready();
    await vi.waitFor(async () => expect((await call('/health/ready')).status).toBe(200), until);
    const output = [...logged, ...logFiles().map((file) => readFileSync(file, 'utf8'))].join('\n');
    expect(output).toContain('provider fault');
    const found = output.split('\n').filter((line) => line.includes('MARKED') || line.includes(password));
    expect(found).toEqual([]);
  });
});

async function scrapeAll(): Promise<string> {
  const targets = JSON.parse(readFileSync(join(stack.dataDir, 'metrics-targets.json'), 'utf8')) as {
    targets: string[];
  }[];
  const texts = targets
    .flatMap((each) => each.targets)
    .map(async (target) => (await fetch(`http://${target}/metrics`)).text());
  return (await Promise.all(texts)).join('\n');
}

const logFiles = () =>
  readdirSync(join(stack.dataDir, 'logs')).map((name) => join(stack.dataDir, 'logs', name));

type Line = Record<string, string | undefined>;

function logLines(): Line[] {
  return logFiles().flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Line),
  );
}
