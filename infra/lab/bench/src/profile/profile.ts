import type { DatabaseCost } from './database-cost.ts';
import type { CpuSummary } from './summarise.ts';

/**
 * CPU time of one process: per operation, and as a share of one core; `elsewhere`: on the other core than the server.
 */
export type ProcessTime = { name: string; microseconds: number; percentOfCore: number; elsewhere?: true };

/** The profile of one load. */
export type Seen = {
  /** Name of the row in the table. */
  what: string;
  /** The counted unit, e.g. `answer`. */
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
  /** Actual plans of the statement and of those within the functions it calls. */
  plans: string[];
};

/** With time, command and machine. */
export type Profile = Seen & { at: string; command: string; machine: string };
