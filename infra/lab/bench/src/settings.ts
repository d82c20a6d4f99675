import type { Growth } from './growth/figures.ts';
import type { Profiler } from './profile/scene.ts';
import type { Row } from './report/row.ts';

/** The amount of measuring: more gives steadier figures. */
export type Settings = {
  rounds: number;
  /** Duration of one side in one round. */
  durationMs: number;
  /** Rows of the searched list. */
  reports: number;
  /** Rows of each database in `growth`. */
  sizes: readonly number[];
  /** Jobs, removals and visits of one round, in percent of the usual number. */
  effort: number;
  log: (line: string) => void;
};

/** One part of the bench. */
export type Section = {
  name: string;
  measure(settings: Settings): Promise<{ rows: Row[]; growth?: Growth }>;
  /** Profiles the same loads, on a separate stage; only in sections that measure load. */
  profile?(settings: Settings, profiler: Profiler): Promise<void>;
};
