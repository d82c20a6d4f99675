import type { Growth } from './growth/figures.ts';
import type { Profiler } from './profile/scene.ts';
import type { Row } from './report/row.ts';

/** How much is measured: the more, the steadier the figures. */
export type Settings = {
  rounds: number;
  /** Of one side in one round. */
  durationMs: number;
  /** In the list that is searched. */
  reports: number;
  /** Rows of each of the databases whose cost is compared. */
  sizes: readonly number[];
  /** Jobs, removals and visits of one round are so many hundredths of the usual number. */
  effort: number;
  log: (line: string) => void;
};

/** What one part of the bench measures. */
export type Section = {
  name: string;
  measure(settings: Settings): Promise<{ rows: Row[]; growth?: Growth }>;
  /** Shows the same loads to a profiler, on a stage of their own; sections of load alone have it. */
  profile?(settings: Settings, profiler: Profiler): Promise<void>;
};
