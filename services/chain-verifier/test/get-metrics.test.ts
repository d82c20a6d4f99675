import { isPrivateAddress } from '@naughty-list/service-kit/http/http-metrics';
import { openMetrics } from '@naughty-list/service-kit/telemetry/metrics';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { startSecondProvider } from '@naughty-list/test-kit/second-provider';
import { describe, expect, it } from 'vitest';
import { chainVerifier } from '../src/service.ts';
import { eventually, signed, startTestChain, startVerifier } from './verifier-under-test.ts';

const chain = closeAfterAll(await startTestChain());
const second = closeAfterAll(await startSecondProvider(chain.url));
const verifier = closeAfterAll(
  await startVerifier({
    chain,
    workers: false,
    settings: { SOLANA_RPC_URLS: `${chain.url}/?api-key=very-secret,${second.url}/very-secret` },
  }),
);
const app = closeAfterAll(await chainVerifier.buildApp(verifier.context));

const read = async () => (await app.inject('/metrics')).body;

describe('GET /metrics', () => {
  it('reports the state of every provider, by its host alone', async () => {
    const [one, two] = [chain.url, second.url].map((url) => new URL(url).host);
    second.see({ getSlot: (slot) => (slot as number) - 1_000 });
    await read();
    await eventually(read).toMatch(
      new RegExp(`solana_rpc_slot_lag\\{provider="${two}"\\} (1000|99\\d|100\\d)`),
    );
    const text = await read();
    expect(text).toContain(`solana_rpc_slot_lag{provider="${one}"} 0`);
    expect(text).toMatch(
      new RegExp(`solana_rpc_requests_total\\{provider="${one}",method="getSlot"\\} \\d+`),
    );
    expect(text).toContain(
      `solana_rpc_request_duration_seconds_bucket{le="+Inf",provider="${two}",method="getSlot"}`,
    );
    expect(text).toContain(`solana_rpc_failing{provider="${one}"} 0`);
    expect(text).not.toContain('very-secret');
  });

  it('counts faults by code and reports when a provider is paused', async () => {
    const { host } = new URL(chain.url);
    const tooMany = { kind: 'http', status: 429, retryAfterSeconds: 60 } as const;
    await chain.control.addFault({ method: 'getSlot', count: 1, ...tooMany });
    await verifier.context.providers.first((rpc) => rpc.slot('finalized'));
    expect(await read()).toContain(`solana_rpc_faults_total{provider="${host}",code="rate_limited"} 1`);
    await eventually(read).toContain(`solana_rpc_failing{provider="${host}"} 1`);
    await chain.control.reset();
  });

  it('answers nearby and signed callers only', async () => {
    const far = { url: '/metrics', remoteAddress: '203.0.113.7' };
    expect((await app.inject(far)).statusCode).toBe(401);
    const headers = signed('GET', '/metrics', 'ops');
    expect((await app.inject({ ...far, headers })).statusCode).toBe(200);
    const proxied = { url: '/metrics', headers: { 'x-forwarded-for': '10.0.0.1' } };
    expect((await app.inject(proxied)).statusCode).toBe(401);
  });

  it('is answered by a worker too', async () => {
    const worker = chainVerifier.buildHealthApp({ ...verifier.context, metrics: openMetrics() });
    expect((await worker.inject('/metrics')).headers['content-type']).toContain('text/plain');
    expect((await worker.inject('/health/ready')).json()).toMatchObject({ status: 'ok' });
    expect((await worker.inject('/api/token-config')).statusCode).toBe(404);
    await worker.close();
  });
});

it.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:10.1.2.3', true],
  ['172.16.0.1', true],
  ['172.32.0.1', false],
  ['192.168.7.7', true],
  ['fd12::1', true],
  ['fe80::1', true],
  ['8.8.8.8', false],
  ['2001:db8::1', false],
  ['', false],
])('%s is nearby: %s', (address, nearby) => {
  expect(isPrivateAddress(address)).toBe(nearby);
});
