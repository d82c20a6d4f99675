import type { Call } from '../caller.ts';
import type { Failure } from '../chaos/call-with-retries.ts';
import type { World } from '../chaos/people.ts';
import type { Random } from '../chaos/random.ts';
import type { RunRecord } from '../chaos/run-record.ts';
import type { Journal } from '../journal.ts';
import type { Kept } from '../kept.ts';

/** What all users of a run share. */
export type Crowd = {
  /** The public URL. */
  url: string;
  call: Call;
  journal: Journal;
  /** Payments and their expected effects, as in `chaos`. */
  runRecord: RunRecord;
  /** All else that the site accepted. */
  kept: Kept;
  random: Random;
  admin: { username: string; password: string };
  /** What paying users need. */
  world: Omit<World, 'random'>;
  onFailure: (failure: Failure) => void;
  /** No new action starts after this. */
  over: AbortSignal;
  /** No waiting continues after this. */
  timeoutSignal: AbortSignal;
  /** Active users and their scenarios. */
  present: Set<{ doing: string }>;
  /** Users who did not finish, by cause. */
  stuck: string[];
};
