import { setTimeout as sleep } from 'node:timers/promises';
import { createControlClient, type Fault } from '@naughty-list/local-chain/control-client';
import type { Random } from './random.ts';

const READS = ['getTransaction', 'getSignatureStatuses', 'getSignaturesForAddress', 'getSlot', '*'] as const;
const LASTS_MS: [number, number] = [200, 2_000];
const HANG_MS: [number, number] = [500, 4_000];

const balance = (at: string) => `/meta/${at}/0/uiTokenAmount/amount`;
const alteredTransaction = (path: string, value: unknown): Fault => ({
  method: 'getTransaction',
  kind: 'alter',
  set: [{ path, value }],
});

/** A well-formed signature of no transaction. */
const FOREIGN_SIGNATURE = '1'.repeat(64);

/** The provider's faults, by name. */
const faults: readonly [string, (random: Random) => Fault][] = [
  ['500', (random) => ({ method: random.pick(READS), kind: 'http', status: 500 })],
  ['429', (random) => ({ method: random.pick(READS), kind: 'http', status: 429, retryAfterSeconds: 1 })],
  ['connection cut', (random) => ({ method: random.pick(READS), kind: 'http', status: 0 })],
  ['hang', (random) => ({ method: random.pick(READS), kind: 'hang' })],
  ['slow', (random) => ({ method: random.pick(READS), kind: 'slow', ms: random.between(200, 3_000) })],
  ['behind', (random) => ({ method: random.pick(READS), kind: 'error', code: -32_005, message: 'behind' })],
  ['null for a transaction', () => ({ method: 'getTransaction', kind: 'replace', result: null })],
  [
    'null for a status',
    () => ({
      method: 'getSignatureStatuses',
      kind: 'replace',
      result: { context: { slot: 1 }, value: [null] },
    }),
  ],
  ['nothing at an address', () => ({ method: 'getSignaturesForAddress', kind: 'replace', result: [] })],
  ['wrong signature', () => alteredTransaction('/transaction/signatures/0', FOREIGN_SIGNATURE)],
  [
    'altered balance',
    (random) =>
      alteredTransaction(balance(random.pick(['preTokenBalances', 'postTokenBalances'])), '900000000000001'),
  ],
  [
    'altered instruction',
    // Changes the memo's text or the amount paid.
    (random) => alteredTransaction(`/transaction/message/instructions/${random.between(0, 1)}/data`, 'Q4a'),
  ],
  ['no outcome', () => alteredTransaction('/meta', null)],
  ['altered slot', () => alteredTransaction('/slot', 1)],
  ['altered outcome', () => alteredTransaction('/meta/err', { InstructionError: [0, { Custom: 1 }] })],
];

/**
 * Makes the local chain fail, hang and return false data, one fault after another, each for a few calls and seconds.
 * Resolves when `signal` is aborted.
 */
export async function failAtRandom(
  rpcUrl: string,
  how: { random: Random; pauseMs: [number, number]; injected: Map<string, number>; signal: AbortSignal },
): Promise<void> {
  const { random, pauseMs, injected, signal } = how;
  const control = createControlClient(rpcUrl);
  while (!signal.aborted) {
    await sleep(random.between(...pauseMs), undefined, { signal }).catch(() => {});
    const [name, make] = faults[random.between(0, faults.length - 1)] ?? [];
    if (signal.aborted || !name || !make) continue;
    const fault = { ...make(random), count: random.between(1, 6) };
    try {
      const id = await control.addFault(fault);
      injected.set(name, (injected.get(name) ?? 0) + 1);
      // Cleared even if no call has met it: with few calls, faults would pile up and no response would ever be true.
      const lastsMs = random.between(...(fault.kind === 'hang' ? HANG_MS : LASTS_MS));
      await sleep(lastsMs, undefined, { signal }).catch(() => {});
      await control.clear(id);
    } catch {
      // The chain is down: killed, it forgets its faults.
    }
  }
}

/** Clears all faults. */
export async function clearFaults(rpcUrl: string): Promise<void> {
  await createControlClient(rpcUrl).reset();
}
