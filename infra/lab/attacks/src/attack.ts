import type { Product } from '@naughty-list/bench/stage/product';
import type { Seen } from './measure/observe.ts';
import type { Scale } from './scale.ts';
import type { Sender } from './sender/sender.ts';

/** The environment of an attack. */
export type Scene = {
  product: Product;
  sender: Sender;
  scale: Scale;
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
