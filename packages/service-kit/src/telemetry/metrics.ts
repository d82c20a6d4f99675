import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { cached } from '../http/cached.ts';
import { inTime } from '../lifecycle/in-time.ts';

/** Prometheus metrics of one process. Labels are few and bounded: patterns and codes, never ids. */
export type Metrics = {
  /** Where counters, gauges and histograms register. */
  readonly registers: [Registry];
  /** The metrics as text, and their content type. */
  read(): Promise<{ text: string; contentType: string }>;
  /**
   * Creates a counter; returns a function that increments it. `fromZero`: labels that an alert looks for, since
   * Prometheus sees no increase in a series that begins at 1.
   */
  addCounter<Label extends string>(counter: {
    name: string;
    help: string;
    labelNames: readonly Label[];
    fromZero?: readonly Record<Label, string>[];
  }): (labels: Record<Label, string>) => void;
  /** Registers gauges whose values are read on scrape: see {@link Source}. */
  addSource<Name extends string>(source: Source<Name>): void;
};

/** One value of a gauge. */
export type Reading = { labels?: Record<string, string>; value: number };

/** Gauges that are read together (by one query, for example) on scrape. */
export type Source<Name extends string> = {
  /** Value of the label `source` of `metrics_source_up`. */
  name: string;
  gauges: Record<Name, { help: string; labelNames?: string[] }>;
  read: () => Promise<Record<Name, Reading[]>>;
};

/** A source is read at most once in this time, however often it is scraped. */
const CACHE_MS = 5_000;
/** A slower source is missing from this scrape; scrapers time out after ten seconds. */
const READ_TIMEOUT_MS = 4_000;

/** A separate registry, so that two contexts in one process do not conflict. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  const sources = new Map<string, () => Promise<unknown>>();
  new Gauge({
    name: 'metrics_source_up',
    help: 'Whether a source of gauges could be read (1); otherwise its gauges are missing (0)',
    labelNames: ['source'],
    registers: [registry],
    async collect() {
      for (const [source, read] of sources) this.set({ source }, (await read()) === undefined ? 0 : 1);
    },
  });
  return {
    registers: [registry],
    read: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
    addCounter({ fromZero = [], ...settings }) {
      const counter = new Counter({ ...settings, registers: [registry] });
      for (const labels of fromZero) counter.inc(labels, 0);
      return (labels) => counter.inc(labels);
    },
    addSource({ name, gauges, read }) {
      const cachedRead = readCached(read);
      sources.set(name, cachedRead);
      for (const [gauge, { help, labelNames = [] }] of Object.entries<(typeof gauges)[keyof typeof gauges]>(
        gauges,
      )) {
        new Gauge({
          name: gauge,
          help,
          labelNames,
          registers: [registry],
          async collect() {
            const readings = (await cachedRead())?.[gauge as keyof typeof gauges] ?? [];
            this.reset();
            for (const { labels = {}, value } of readings) this.set(labels, value);
            // After a reset, a gauge without labels would show 0, which was never read.
            if (readings.length === 0 && labelNames.length === 0) this.remove();
          },
        });
      }
    },
  };
}

/** The process's own metrics: CPU, memory, event loop, open files. Once per process. */
export function measureProcess({ registers: [register] }: Metrics): void {
  collectDefaultMetrics({ register });
}

/** Undefined when reading failed or timed out. */
function readCached<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  const last = cached<Promise<T | undefined>>({ max: 1, ttlMs: CACHE_MS });
  return () => last.get('read', () => inTime(read(), READ_TIMEOUT_MS).catch(() => undefined));
}
