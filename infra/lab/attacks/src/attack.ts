import type { Child } from '@naughty-list/bench/stage/child';
import type { Product } from '@naughty-list/bench/stage/product';
import type { Asked, Seen } from './measure/visitors.ts';
import type { Scale } from './scale.ts';
import type { Sender } from './sender/main.ts';
import type { Answer, Flood } from './sender/requests.ts';

/** The environment of an attack. */
export type Scene = {
  product: Product;
  /** The attackers, in a process of their own, so that the visitors' measurements are not affected. */
  sender: Child<Sender>;
  scale: Scale;
  /** Has the attackers send these to the product, by default until the longest time of a step is over. */
  flood(order: Omit<Flood, 'url' | 'withinMs'> & { withinMs?: number }): Promise<Answer[]>;
  /** Runs ordinary visitors while `work` is under way and records their results; each attack calls it once. */
  observe<T>(work: () => Promise<T>): Promise<{ value: T; seen: Seen }>;
  /** Their results just before. */
  idle: Seen;
  log: (line: string) => void;
};

/** A condition that must hold. `isTimed`: it depends on time, which a busy machine may break. */
export type Check = { what: string; holds: boolean; isTimed?: true };

export type Outcome = {
  /** A description of what was sent. */
  sent: string;
  /** A description of the results. */
  saw: string[];
  checks: Check[];
};

export type Attack = {
  name: string;
  title: string;
  /** The required bound. */
  bound: string;
  /** Before the idle visitors are observed. */
  prepare?(product: Product, scale: Scale): Promise<void>;
  run(scene: Scene): Promise<Outcome>;
};

/** On a very busy machine a call may exceed the gateway's timeout for a service. */
export const noneFailed = ({ failed }: Seen): Check => ({
  what: 'no call of an honest visitor fails',
  holds: Object.keys(failed).length === 0,
  isTimed: true,
});

const TIMES_IDLE = 2;

/** What the visitors waited for these calls, before and during the attack, and that it is not much longer. */
export const comparedToIdle = (kinds: readonly Asked[], { idle }: Scene, seen: Seen) => ({
  saw: kinds.map((kind) => `${kind} p90 ${milliseconds(idle[kind].p90)} → ${milliseconds(seen[kind].p90)}`),
  checks: kinds.map(
    (kind): Check => ({
      what: `${kind} p90 ≤ ${TIMES_IDLE} × idle`,
      holds: seen[kind].p90 <= TIMES_IDLE * idle[kind].p90,
      isTimed: true,
    }),
  ),
});

/** Formats counts by status: `2,000 × 202, 3 × 429`. */
export function describeStatuses(counts: Record<number, number>): string {
  const each = Object.entries(counts).map(
    ([status, count]) => `${number(count)} × ${status === '0' ? 'no answer' : status}`,
  );
  return each.length > 0 ? each.join(', ') : 'nothing';
}

export const number = (value: number): string => Math.round(value).toLocaleString('en-US');

export const milliseconds = (value: number): string =>
  value < 10 ? `${value.toFixed(1)} ms` : `${number(value)} ms`;

export const seconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} s`;
