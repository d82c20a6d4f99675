import type { Call } from '../caller.ts';
import type { Ledger } from '../chaos/ledger.ts';
import type { Failure } from '../chaos/patience.ts';
import type { World } from '../chaos/people.ts';
import type { Random } from '../chaos/random.ts';
import type { Journal } from '../journal.ts';
import type { Kept } from '../kept.ts';

/** What everybody of a run has to do with. */
export type Crowd = {
  /** The public door. */
  url: string;
  call: Call;
  journal: Journal;
  /** What was promised and paid, in the terms of `chaos`. */
  ledger: Ledger;
  /** What was promised besides. */
  kept: Kept;
  random: Random;
  admin: { username: string; password: string };
  /** What the people who pay need. */
  world: Omit<World, 'random'>;
  onFailure: (failure: Failure) => void;
  /** Nobody begins anything new after this. */
  over: AbortSignal;
  /** Nobody waits any longer after this. */
  patience: AbortSignal;
  /** Who is here, and what each does. */
  present: Set<{ doing: string }>;
  /** People who came to no end, by what stopped them. */
  stuck: string[];
};
