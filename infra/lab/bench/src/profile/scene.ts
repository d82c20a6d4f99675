import type { ServiceName } from '@naughty-list/embedded/service-environment';
import type { Product } from '../stage/product.ts';
import type { Planned } from './query-plan.ts';

/** Operations completed, and the duration. */
export type Done = { operations: number; seconds: number };

/** A load of the bench, prepared for profiling. */
export type Scene = {
  /** Name of the row in the table. */
  what: string;
  /** The counted unit, e.g. `answer`. */
  operation: string;
  /** The services to sample; CPU time is measured for all. */
  services: readonly ServiceName[];
  /** Other processes involved, by display name; `elsewhere`: on the other core. */
  others: readonly { name: string; pid: number | undefined; elsewhere?: boolean }[];
  /** Services on the load generator's core. */
  elsewhere?: readonly ServiceName[];
  /** Prepares one run and returns it. */
  ready(): Promise<() => Promise<Done>>;
  /** The reference: its process, if separate, and the same load on it. */
  reference?: {
    name: string;
    /** The unit counted there. */
    operation: string;
    /** Whether sequential latencies are compared instead of throughput. */
    comparesTimes?: boolean;
    pid?: number | undefined;
    ready(): Promise<() => Promise<Done>>;
  };
  /** Statement whose plan is shown. */
  query?: Planned;
};

/** Profiles scenes; `wants` checks the selection before a stage is set up. */
export type Profiler = {
  wants(what: string): boolean;
  capture(product: Product, scene: Scene): Promise<void>;
};
