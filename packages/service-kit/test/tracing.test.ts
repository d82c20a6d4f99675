import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const SOURCE = new URL('../src/', import.meta.url).href;

/** Runs a one-line program and returns its output; `loaded` lists every module that it loads. */
async function evaluate(program: string, env: Record<string, string> = {}): Promise<string> {
  const prelude = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    const { startTracing } = await import('${SOURCE}telemetry/start-tracing.ts');
    const { startServerSpan, traceCarrier, withinTrace, withSpan } = await import('${SOURCE}telemetry/tracing.ts');`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', prelude + program], {
    cwd: import.meta.dirname,
    env: { ...process.env, ...env },
  });
  return stdout.trim();
}

it('loads nothing of the SDK and carries nothing without an endpoint', async () => {
  const printed = await evaluate(`
    const stop = await startTracing('toys', { OTEL_TRACES_SAMPLER_ARG: 1 });
    const carried = await withSpan('wrap', {}, async (span) => ({ span, carrier: traceCarrier() }));
    await stop();
    console.log(JSON.stringify({ ...carried, sdk: loaded.filter((url) => /opentelemetry[/+](sdk|exporter|context)/.test(url)) }));`);
  expect(JSON.parse(printed)).toEqual({ carrier: {}, sdk: [] });
});

it('propagates the current trace, and stops in bounded time while the collector is unavailable', async () => {
  const printed = await evaluate(`
    const stop = await startTracing('toys', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_SAMPLER_ARG: 1 });
    const carrier = await withSpan('wrap', {}, async () => traceCarrier());
    await stop();
    console.log(JSON.stringify(carrier));
    process.exit(0);`);
  expect(JSON.parse(printed).traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
});

it('continues a trace stored as its carrier, long after its span has ended', async () => {
  const printed = await evaluate(`
    const stop = await startTracing('toys', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_SAMPLER_ARG: 1 });
    const kept = await withSpan('claim', {}, async () => traceCarrier());
    const later = await withinTrace(kept, () => withSpan('judge', {}, async () => traceCarrier()));
    await stop();
    console.log(JSON.stringify([kept, later].map(({ traceparent }) => traceparent.split('-')[1])));
    process.exit(0);`);
  const [kept, later] = JSON.parse(printed);
  expect(later).toBe(kept);
});

it('continues the traces of other services, and samples those that they sample', async () => {
  const printed = await evaluate(`
    const { context } = await import('@opentelemetry/api');
    const stop = await startTracing('toys', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_SAMPLER_ARG: 0 });
    const carried = ['00', '01'].map((flags) => {
      const traceparent = '00-' + 'a'.repeat(32) + '-b7ad6b7169203331-' + flags;
      return context.with(startServerSpan('GET /', { traceparent, tracestate: 'our=words' }, {}), traceCarrier);
    });
    console.log(JSON.stringify(carried));
    process.exit(0);`);
  const ids = `00-${'a'.repeat(32)}-[0-9a-f]{16}`;
  expect(JSON.parse(printed)).toEqual(
    ['00', '01'].map((flags) => ({
      traceparent: expect.stringMatching(new RegExp(`^${ids}-${flags}$`)),
      tracestate: 'our=words',
    })),
  );
});

it('takes no trace from clients outside, and samples a share of new ones', async () => {
  const printed = await evaluate(`
    const { createApp } = await import('${SOURCE}http/http.ts');
    const { createLog } = await import('${SOURCE}telemetry/log.ts');
    const stop = await startTracing('toys', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_SAMPLER_ARG: 0.25 });
    const app = createApp(createLog('toys', 'silent'), { trustsCallers: false });
    app.get('/', async () => traceCarrier());
    const headers = { traceparent: '00-' + '0'.repeat(24) + '00000001-b7ad6b7169203331-01', tracestate: 'stranger=words' };
    const carried = [];
    for (let n = 0; n < 400; n += 1) carried.push((await app.inject({ url: '/', headers })).json());
    console.log(JSON.stringify(carried));
    process.exit(0);`);
  const carried: { traceparent: string; tracestate?: string }[] = JSON.parse(printed);
  expect(new Set(carried.map(({ traceparent }) => traceparent.split('-')[1])).size).toBe(400);
  expect(carried.filter(({ tracestate }) => tracestate !== undefined)).toEqual([]);
  const kept = carried.filter(({ traceparent }) => traceparent.endsWith('-01')).length;
  // A hundred, give or take six standard deviations.
  expect(kept).toBeGreaterThan(48);
  expect(kept).toBeLessThan(152);
});
