import type { ServiceName } from '@naughty-list/embedded/service-environment';
import type { Product } from '../stage/product.ts';
import type { Planned } from './query-plan.ts';

/** So many operations in so many seconds. */
export type Done = { operations: number; seconds: number };

/** A load as the bench measures it, to be looked into. */
export type Scene = {
  /** As the row of the table is called. */
  what: string;
  /** One of what is counted, e.g. `answer`. */
  operation: string;
  /** The services that are sampled; the processor time of the others is counted all the same. */
  services: readonly ServiceName[];
  /** Other processes that take part, by what a reader calls them; `elsewhere`: on the other core. */
  others: readonly { name: string; pid: number | undefined; elsewhere?: boolean }[];
  /** Services that have the core of the load generator. */
  elsewhere?: readonly ServiceName[];
  /** Makes what one run needs, and gives the run. */
  ready(): Promise<() => Promise<Done>>;
  /** The reference: its process, where it has one of its own, and the same load on it. */
  reference?: {
    name: string;
    /** One of what is counted there. */
    operation: string;
    /** Whether times are compared, of one after another, and not how many there are in a second. */
    comparesTimes?: boolean;
    pid?: number | undefined;
    ready(): Promise<() => Promise<Done>>;
  };
  /** Whose plan is to be shown. */
  query?: Planned;
};

/** Looks into scenes; `wants` says which were asked for, before a stage is set up for them. */
export type Profiler = {
  wants(what: string): boolean;
  look(product: Product, scene: Scene): Promise<void>;
};
