import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

/** Runs a program of one line and answers what it prints; every module that it loads is noted in `loaded`. */
async function evaluate(program: string, env: Record<string, string> = {}): Promise<string> {
  const source = new URL('../src/', import.meta.url).href;
  const prelude = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    const { startTracing } = await import('${source}start-tracing.ts');
    const { traceCarrier, withSpan } = await import('${source}tracing.ts');`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', prelude + program], {
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

it('carries the trace under way, and stops in bounded time while the collector is away', async () => {
  const printed = await evaluate(`
    const stop = await startTracing('toys', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_SAMPLER_ARG: 1 });
    const carrier = await withSpan('wrap', {}, async () => traceCarrier());
    await stop();
    console.log(JSON.stringify(carrier));
    process.exit(0);`);
  expect(JSON.parse(printed).traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
});
