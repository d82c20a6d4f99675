import { parseArgs } from 'node:util';
import { productSettings } from './product-settings.ts';
import { simulate } from './simulate.ts';

const { values } = parseArgs({
  options: {
    claims: { type: 'string', default: '0.1,1,2,5,10,20' },
    minutes: { type: 'string', default: '20' },
    verifiers: { type: 'string', default: '2' },
    concurrency: { type: 'string', default: '10' },
    providers: { type: 'string', default: '2' },
    rate: { type: 'string', default: String(productSettings.rpcRequestsPerSecond) },
    latency: { type: 'string', default: '80' },
    faults: { type: 'string', default: '0.01' },
    finality: { type: 'string', default: '13000' },
    seed: { type: 'string', default: '1' },
  },
});
const number = (name: keyof typeof values): number => {
  const value = Number(values[name]);
  if (!Number.isFinite(value) || value < 0) throw new RangeError(`--${name} must be a number, 0 or more`);
  return value;
};

const provider = {
  requestsPerSecond: number('rate'),
  latencyMs: number('latency'),
  faults: number('faults'),
};
const { rpcTimeoutMs, backoffMs, maxBackoffMs, sweepAfterMs } = productSettings;
const rows = values.claims.split(',').map((text) => {
  const result = simulate({
    seed: number('seed'),
    lastsMs: number('minutes') * 60_000,
    claimsPerSecond: Number(text),
    verifiers: number('verifiers'),
    concurrency: number('concurrency'),
    providers: Array(number('providers')).fill(provider),
    finalityMs: number('finality'),
    workMs: 10,
    ...{ rpcTimeoutMs, backoffMs, maxBackoffMs, sweepAfterMs },
  });
  return {
    'claims/s': Number(text),
    decided: result.decided,
    'median s': (result.medianMs / 1_000).toFixed(1),
    'p99 s': (result.p99Ms / 1_000).toFixed(1),
    'mean wait ms': result.meanWaitMs.toFixed(0),
    'deepest queue': result.deepest,
    'calls/claim': result.callsPerDecision.toFixed(1),
    'calls/s': result.callsPerSecond.toFixed(1),
    saturated: result.saturated ? 'yes' : 'no',
  };
});
console.table(rows);
