import fc from 'fast-check';
import type { Accounts, Scenario } from './build-transaction.ts';
import { A, M, U, W } from './judge-scenario.ts';
import { INCINERATOR, key, SYSTEM, T22, TOK } from './keys.ts';
import {
  batch,
  burn,
  call,
  close,
  handOver,
  memo,
  mintTo,
  type Operation,
  open,
  raw,
  transfer,
} from './operations.ts';
import { run, type Step, type World } from './oracle.ts';

const OTHER = key('another mint');
const owners = [U, A, W, SYSTEM, INCINERATOR];
const lasting = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'q1', 'q2'].map((name) => key(`history ${name}`));
const fresh = ['f1', 'f2', 'f3'].map((name) => key(`history ${name}`));
const all = [...lasting, ...fresh];

export type History = {
  before: World;
  steps: Step[];
  program: string;
  scenario: Scenario;
};

type Draft = {
  seed: { owner: number; amount: bigint; other: boolean }[];
  intents: { kind: number; from: number; to: number; owner: number; share: number; isStated: boolean }[];
  places: number[];
  t22: boolean;
  version: 'legacy' | 0 | 1;
};

/** Any history that the token programs would allow, split into arbitrary instructions. */
export const anyHistory: fc.Arbitrary<History> = fc
  .record({
    seed: fc.array(fc.record({ owner: fc.nat(4), amount: fc.bigInt(0n, 2n ** 62n), other: fc.boolean() }), {
      minLength: lasting.length,
      maxLength: lasting.length,
    }),
    intents: fc.array(
      fc.record({
        kind: fc.nat(11),
        from: fc.nat(all.length - 1),
        to: fc.nat(all.length - 1),
        owner: fc.nat(4),
        share: fc.nat(4),
        isStated: fc.boolean(),
      }),
      { maxLength: 12 },
    ),
    places: fc.array(fc.nat(5), { minLength: 12, maxLength: 12 }),
    t22: fc.boolean(),
    version: fc.constantFrom('legacy' as const, 0 as const, 1 as const),
  })
  .map(toHistory);

function toHistory({ seed, intents, places, t22, version }: Draft): History {
  const program = t22 ? T22 : TOK;
  const before: World = new Map(
    lasting.map((account, index) => {
      const { owner = 0, amount = 0n, other = false } = seed[index] ?? {};
      return [
        account,
        {
          mint: index > 5 || (other && index > 4) ? OTHER : M,
          owner: owners[owner] ?? U,
          amount: amount / 16n,
        },
      ];
    }),
  );
  const steps: Step[] = [];
  for (const intent of intents) {
    const now = run(before, steps).at(-1) ?? before;
    const step = grant(intent, now, t22);
    if (step !== null) steps.push(step);
  }
  const operations = arrange(
    steps.map((step, index) => toOperation(step, before, steps.slice(0, index), program)),
    places,
    program,
  );
  const accounts: Accounts = Object.fromEntries(
    [...before].map(([account, state]) => [account, { ...state, program }]),
  );
  const lookedUp = version === 0 ? [lasting[0] ?? '', fresh[0] ?? ''] : [];
  return {
    before,
    steps,
    program,
    scenario: { operations: [...operations, memo('gm')], accounts, version, lookedUp },
  };
}

/** Turns an intent into a step that is possible in the current state, or null. */
function grant(intent: Draft['intents'][number], now: World, t22: boolean): Step | null {
  const [from, to] = [all[intent.from] ?? '', all[intent.to] ?? ''];
  const [source, target] = [now.get(from), now.get(to)];
  const owner = owners[intent.owner] ?? U;
  const amount = source === undefined ? 0n : (source.amount * BigInt(intent.share)) / 4n;
  if (intent.kind === 0 && fresh.includes(from) && source === undefined) {
    return { do: 'open', account: from, owner, mint: from === fresh[2] ? OTHER : M };
  }
  if (source === undefined) return null;
  if (intent.kind === 1 && source.amount === 0n && fresh.includes(from))
    return { do: 'close', account: from };
  if (intent.kind === 2) return { do: 'hand', account: from, owner };
  if (intent.kind === 3) return { do: 'mint', to: from, amount: BigInt(intent.share) * 1000n };
  if (intent.kind <= 6) return { do: 'burn', from, amount };
  if (target === undefined || target.mint !== source.mint) return null;
  const fee = t22 && from !== to ? amount / 20n : 0n;
  return { do: 'send', from, to, amount, fee, isStated: intent.isStated };
}

function toOperation(step: Step, before: World, earlier: Step[], program: string): Operation {
  const now = run(before, earlier).at(-1) ?? before;
  const mintOf = (account: string) => now.get(account)?.mint ?? M;
  switch (step.do) {
    case 'burn':
      return burn(step.from, mintOf(step.from), step.amount, { program });
    case 'mint':
      return mintTo(step.to, mintOf(step.to), step.amount, { program });
    case 'open':
      return open(step.account, step.mint, step.owner, program);
    case 'close':
      return close(step.account, U, program);
    case 'hand':
      return handOver(step.account, step.owner, program);
    case 'send': {
      if (!step.isStated) return transfer(step.from, step.to, step.amount, { program, withheld: step.fee });
      const stated = program === T22 && step.from !== step.to ? { statedFee: step.fee } : {};
      return transfer(step.from, step.to, step.amount, { program, mint: mintOf(step.from), ...stated });
    }
  }
}

/** Top level, nested one or two calls deep, or in a batch with the following operations. */
function arrange(operations: Operation[], places: number[], program: string): Operation[] {
  const arranged: Operation[] = [];
  for (let index = 0; index < operations.length; index++) {
    const [one, next] = [operations[index], operations[index + 1]];
    if (one === undefined) continue;
    const place = places[index] ?? 0;
    if (place === 1) arranged.push(call(key('P1'), one));
    else if (place === 2) arranged.push(call(key('P1'), raw(key('P2'), []), call(key('P2'), one)));
    else if (place === 3 && next !== undefined) {
      arranged.push(batch(program, [one, next]));
      index++;
    } else if (place === 4) arranged.push(call(key('P1'), batch(program, [one])));
    else arranged.push(one);
  }
  return arranged;
}
