import type { DatabaseCost } from './database-cost.ts';
import type { CpuSummary } from './summarise.ts';

/** Processor time of one process: for each operation, and as a share of one core. */
export type ProcessTime = { name: string; microseconds: number; percentOfCore: number };

/** What was seen of one load. */
export type Profile = {
  what: string;
  operation: string;
  operations: number;
  seconds: number;
  processes: ProcessTime[];
  reference?: { name: string; processes: ProcessTime[]; operations: number; seconds: number };
  cpu: { service: string; summary: CpuSummary }[];
  database?: DatabaseCost;
  plans: string[];
  /** When, how and on what. */
  at: string;
  command: string;
  machine: string;
};
