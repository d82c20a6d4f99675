import type { Product } from '@naughty-list/bench/stage/product';
import type { Seen } from './measure/observe.ts';
import type { Scale } from './scale.ts';
import type { Sender } from './sender/sender.ts';

/** Where an attack takes place. */
export type Scene = {
  product: Product;
  sender: Sender;
  scale: Scale;
  /** Lets honest visitors use the site while `work` is under way, and keeps what they saw; each attack calls it once. */
  observe<T>(work: () => Promise<T>): Promise<{ value: T; seen: Seen }>;
  /** What they saw just before. */
  idle: Seen;
  log: (line: string) => void;
};

/** Something that has to be so. `isTimed`: by the clock, which a busy machine may break. */
export type Check = { what: string; holds: boolean; isTimed?: true };

export type Outcome = {
  /** What was sent, in words. */
  sent: string;
  /** What came of it, in words. */
  saw: string[];
  checks: Check[];
};

export type Attack = {
  name: string;
  title: string;
  /** What the audit found, before anything was done about it. */
  before: string;
  /** What has to hold. */
  bound: string;
  run(scene: Scene): Promise<Outcome>;
};

/** On a very busy machine a call may take longer than the gateway waits for a service. */
export const noneFailed = ({ failed }: Seen): Check => ({
  what: 'no call of an honest visitor fails',
  holds: Object.keys(failed).length === 0,
  isTimed: true,
});
