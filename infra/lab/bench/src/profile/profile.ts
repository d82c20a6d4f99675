import type { DatabaseCost } from './database-cost.ts';
import type { CpuSummary } from './summarise.ts';

/** Processor time of one process: for each operation, and as a share of one core; `elsewhere`: not the core of what serves. */
export type ProcessTime = { name: string; microseconds: number; percentOfCore: number; elsewhere?: true };

/** What was seen of one load. */
export type Seen = {
  /** As the row of the table is called. */
  what: string;
  /** One of what is counted, e.g. `answer`. */
  operation: string;
  operations: number;
  seconds: number;
  processes: ProcessTime[];
  reference?: {
    name: string;
    operation: string;
    comparesTimes: boolean;
    processes: ProcessTime[];
    operations: number;
    seconds: number;
  };
  cpu: { service: string; summary: CpuSummary }[];
  database: DatabaseCost;
  /** Of the statement and of those that it runs within functions, as they ran. */
  plans: string[];
};

/** With when, how and on what. */
export type Profile = Seen & { at: string; command: string; machine: string };
