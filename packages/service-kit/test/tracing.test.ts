import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

/** Runs a one-line program and returns its output; `loaded` lists every module that it loads. */
async function evaluate(program: string, env: Record<string, string> = {}): Promise<string> {
  const source = new URL('../src/', import.meta.url).href;
  const prelude = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    const { startTracing } = await import('${source}telemetry/start-tracing.ts');
    const { startServerSpan, traceCarrier, withinTrace, withSpan } = await import('${source}telemetry/tracing.ts');`;
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

/**
 * How incoming traces are sampled: of 600 with ids that the SDK's own sampler would keep at any share, half of them
 * marked as sampled; `again` repeats it with the marks inverted.
 */
async function broughtTraces(share: number, samplingSecret?: string) {
  const secretArgument = samplingSecret === undefined ? '' : `, '${samplingSecret}'`;
  const printed = await evaluate(`
    const { context } = await import('@opentelemetry/api');
    const stop = await startTracing('toys', {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
      OTEL_TRACES_SAMPLER_ARG: ${share},
    }${secretArgument});
    const ids = Array.from({ length: 600 }, (_, n) => '0'.repeat(8) + (n + 1).toString(16).padStart(8, '0').repeat(2) + '0'.repeat(8));
    const carried = (isMarked) => ids.map((id, n) => {
      const traceparent = '00-' + id + '-b7ad6b7169203331-0' + (isMarked(n) ? 1 : 0);
      const span = startServerSpan('GET /', { traceparent, tracestate: 'stranger=words' }, {});
      const carrier = context.with(span, traceCarrier);
      const [, traceId, , flags] = carrier.traceparent.split('-');
      return { isSame: traceId === id, isKept: flags === '01', state: carrier.tracestate };
    });
    console.log(JSON.stringify({ first: carried((n) => n % 2 === 0), again: carried((n) => n % 2 === 1) }));
    process.exit(0);`);
  return JSON.parse(printed) as Record<
    'first' | 'again',
    { isSame: boolean; isKept: boolean; state?: string }[]
  >;
}

it('continues the traces of other services, and samples those that they sample', async () => {
  const { first } = await broughtTraces(0);
  expect(first.every(({ isSame }) => isSame)).toBe(true);
  expect(first.every(({ isKept }, n) => isKept === (n % 2 === 0))).toBe(true);
  expect(first[0]?.state).toBe('stranger=words');
});

it('continues the traces of public clients, which decide neither sampling nor propagated state', async () => {
  const { first, again } = await broughtTraces(0.25, 'the secret of this service');
  expect(first.every(({ isSame, state }) => isSame && state === undefined)).toBe(true);
  expect(again).toEqual(first);
  const kept = first.filter(({ isKept }) => isKept).length;
  // A quarter of 600; secret and ids are fixed, so the result is too.
  expect(kept).toBeGreaterThan(100);
  expect(kept).toBeLessThan(200);
  const { first: elsewhere } = await broughtTraces(0.25, 'the secret of another service');
  expect(elsewhere).not.toEqual(first);
});

it.each([
  [0, false],
  [1, true],
])('samples a share of %d of the traces of public clients', async (share, isKept) => {
  const { first } = await broughtTraces(share, 'the secret of this service');
  expect(first.every((each) => each.isKept === isKept)).toBe(true);
});
