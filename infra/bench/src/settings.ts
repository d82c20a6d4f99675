import type { Row } from './report/row.ts';

/** How much is measured: the more, the steadier the figures. */
export type Settings = {
  rounds: number;
  /** Of one side in one round. */
  durationMs: number;
  /** In the list that is searched. */
  reports: number;
  /** Jobs, removals and visits of one round are so many hundredths of the usual number. */
  effort: number;
  log: (line: string) => void;
};

/** What one script of the bench measures. */
export type Section = { name: string; measure(settings: Settings): Promise<Row[]> };
