import type { Health } from '@naughty-list/contracts/health';
import { afterAll, expect, it } from 'vitest';
import { buildPrivateApp, createApp } from '../src/http/http.ts';
import { createLog } from '../src/telemetry/log.ts';
import { openMetrics } from '../src/telemetry/metrics.ts';

const metrics = openMetrics();
const app = createApp(createLog('toys', 'silent'), { metrics });
app.get('/toys/:id', async () => ({}));
afterAll(() => app.close());

it('times requests by route pattern', async () => {
  for (const url of ['/toys/1', '/toys/2', '/made-up', '/made-up-too']) await app.inject(url);
  const { text } = await metrics.read();
  const count = 'http_request_duration_seconds_count';
  expect(text).toContain(`${count}{method="GET",route="/toys/:id",status="200"} 2`);
  expect(text).toContain(`${count}{method="GET",route="unknown",status="404"} 2`);
});

it('omits gauges that cannot be read, and reports their source', async () => {
  let fails = true;
  let asked = 0;
  const own = openMetrics();
  own.addSource({
    name: 'toys',
    gauges: { toys: { help: 'Toys' }, toys_by_kind: { help: 'Toys', labelNames: ['kind'] } },
    read: async () => {
      asked += 1;
      if (fails) throw new Error('the cupboard is locked');
      return { toys: [{ value: 3 }], toys_by_kind: [{ labels: { kind: 'train' }, value: 2 }] };
    },
  });
  const broken = (await own.read()).text;
  expect(broken).toContain('metrics_source_up{source="toys"} 0');
  expect(broken).not.toMatch(/^toys /m);
  fails = false;
  // Readings are cached briefly, also failed ones.
  expect((await own.read()).text).toContain('metrics_source_up{source="toys"} 0');
  expect(asked).toBe(1);
});

it('returns gauges that were read', async () => {
  const own = openMetrics();
  own.addSource({
    name: 'toys',
    gauges: { toys: { help: 'Toys' }, toys_by_kind: { help: 'Toys', labelNames: ['kind'] } },
    read: async () => ({ toys: [{ value: 3 }], toys_by_kind: [{ labels: { kind: 'train' }, value: 2 }] }),
  });
  const { text } = await own.read();
  expect(text).toMatch(/^toys 3$/m);
  expect(text).toContain('toys_by_kind{kind="train"} 2');
  expect(text).toContain('metrics_source_up{source="toys"} 1');
});

it('has its own listener, for metrics and health and nothing else', async () => {
  let status: Health['status'] = 'ok';
  const readHealth = async () => ({ status, checks: { database: 'failed' as const } });
  const own = buildPrivateApp({ log: createLog('toys', 'silent'), metrics, readHealth });
  const url = await own.listen({ host: '127.0.0.1', port: 0 });
  const answer = await fetch(`${url}/metrics`);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  expect(await answer.text()).toContain('http_request_duration_seconds');
  expect((await fetch(`${url}/`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404);
  const ready = () => fetch(`${url}/health/ready`);
  expect(await (await ready()).json()).toEqual({ status, checks: { database: 'failed' } });
  status = 'unavailable';
  expect((await ready()).status).toBe(503);
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  await own.close();
});
