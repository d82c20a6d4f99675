import { productSettings } from '@naughty-list/scaling/product-settings';
import { type Scenario, simulate } from '@naughty-list/scaling/simulate';
import { expect, it } from 'vitest';

const { backoffMs, maxBackoffMs, sweepAfterMs, rpcTimeoutMs } = productSettings;
const scenario: Scenario = {
  seed: 7,
  lastsMs: 1_200_000,
  claimsPerSecond: 1,
  verifiers: 1,
  concurrency: 10,
  providers: [{ requestsPerSecond: 50, latencyMs: 80, faults: 0 }],
  finalityMs: 13_000,
  workMs: 5,
  ...{ backoffMs, maxBackoffMs, sweepAfterMs, rpcTimeoutMs },
};

it('says the same for the same seed, and something else for another', () => {
  expect(simulate(scenario)).toEqual(simulate(scenario));
  expect(simulate({ ...scenario, seed: 8 })).not.toEqual(simulate(scenario));
});

it('keeps to Little’s law: as many claims are undecided as come while one is', () => {
  const { meanUndecided, meanMs, arrived } = simulate(scenario);
  const perMs = arrived / scenario.lastsMs;
  expect(meanUndecided / (perMs * meanMs)).toBeCloseTo(1, 1);
  expect(arrived / 1_200).toBeCloseTo(1, 0);
});

it('without waiting, a verdict takes as long as the chain, and the last back-off', () => {
  const { medianMs, p99Ms, meanWaitMs, saturated } = simulate({ ...scenario, claimsPerSecond: 0.05 });
  expect(medianMs).toBeGreaterThan(scenario.finalityMs);
  expect(p99Ms).toBeLessThan(scenario.finalityMs + maxBackoffMs + 2_000);
  expect(meanWaitMs).toBeLessThan(1);
  expect(saturated).toBe(false);
});

it('a final transaction costs two calls, one that is not yet more', () => {
  const calls = (finalityMs: number) => simulate({ ...scenario, finalityMs }).callsPerDecision;
  expect(calls(0)).toBeCloseTo(2, 1);
  expect(calls(13_000)).toBeGreaterThan(4);
});

it('saturates where the providers’ limit is reached, and not before', () => {
  const final = { ...scenario, finalityMs: 0, lastsMs: 200_000 };
  const at = (claimsPerSecond: number) => simulate({ ...final, claimsPerSecond, concurrency: 100 });
  // 50 calls a second, two per claim.
  expect(at(20).saturated).toBe(false);
  expect(at(35).saturated).toBe(true);
  expect(at(35).callsPerSecond).toBeLessThan(51);
});

it('saturates where the workers’ time is used up, and a second verifier makes up for it', () => {
  const slow = {
    ...scenario,
    finalityMs: 0,
    providers: [{ requestsPerSecond: 0, latencyMs: 500, faults: 0 }],
  };
  // Ten at a time, one second each.
  expect(simulate({ ...slow, claimsPerSecond: 7 }).saturated).toBe(false);
  expect(simulate({ ...slow, claimsPerSecond: 13 }).saturated).toBe(true);
  expect(simulate({ ...slow, claimsPerSecond: 13, verifiers: 2 }).saturated).toBe(false);
});

it('asks the next provider where one fails, and decides nothing while all do', () => {
  const broken = { requestsPerSecond: 50, latencyMs: 80, faults: 1 };
  const [good] = scenario.providers;
  const withSecond = simulate({ ...scenario, providers: [broken, ...(good ? [good] : [])] });
  expect(withSecond.decided).toBeGreaterThan(0.95 * withSecond.arrived);
  expect(simulate({ ...scenario, providers: [broken] }).decided).toBe(0);
});
