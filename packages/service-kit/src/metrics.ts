import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** What one process measures, for Prometheus. Labels are few and bounded: patterns and codes, never ids. */
export type Metrics = {
  /** Where counters, gauges and histograms register. */
  readonly registers: [Registry];
  /** The metrics as text, and their content type. */
  read(): Promise<{ text: string; contentType: string }>;
  /** Makes a counter; answers how to count one more. */
  addCounter<Label extends string>(counter: {
    name: string;
    help: string;
    labelNames: readonly Label[];
  }): (labels: Record<Label, string>) => void;
  /** Names gauges whose values have to be asked for: see {@link Source}. */
  addSource<Name extends string>(source: Source<Name>): void;
};

/** One value of a gauge. */
export type Reading = { labels?: Record<string, string>; value: number };

/** Gauges that are read together (by one query, say) when somebody scrapes. */
export type Source<Name extends string> = {
  /** Value of the label `source` of `metrics_source_up`. */
  name: string;
  gauges: Record<Name, { help: string; labelNames?: string[] }>;
  read: () => Promise<Record<Name, Reading[]>>;
};

/** However often it is scraped, and by however many, a source is asked once in this time. */
const REMEMBER_MS = 5_000;
/** A source that takes longer is missing from this scrape; scrapers give up after ten seconds. */
const READ_TIMEOUT_MS = 4_000;

/** A registry of its own, so that two contexts in one process do not meet. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  const sources = new Map<string, () => Promise<unknown>>();
  new Gauge({
    name: 'metrics_source_up',
    help: 'Whether what has to be asked for could be read (1); its gauges are missing otherwise (0)',
    labelNames: ['source'],
    registers: [registry],
    async collect() {
      for (const [source, read] of sources) this.set({ source }, (await read()) === undefined ? 0 : 1);
    },
  });
  return {
    registers: [registry],
    read: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
    addCounter(settings) {
      const counter = new Counter({ ...settings, registers: [registry] });
      return (labels) => counter.inc(labels);
    },
    addSource({ name, gauges, read }) {
      const remembered = remember(read);
      sources.set(name, remembered);
      for (const [gauge, { help, labelNames = [] }] of Object.entries<(typeof gauges)[keyof typeof gauges]>(
        gauges,
      )) {
        new Gauge({
          name: gauge,
          help,
          labelNames,
          registers: [registry],
          async collect() {
            const readings = (await remembered())?.[gauge as keyof typeof gauges] ?? [];
            this.reset();
            for (const { labels = {}, value } of readings) this.set(labels, value);
            // A gauge without labels shows 0 after a reset, which nobody has read.
            if (readings.length === 0 && labelNames.length === 0) this.remove();
          },
        });
      }
    },
  };
}

/** What the process itself uses: CPU, memory, event loop, open files. Once per process. */
export function measureProcess({ registers: [register] }: Metrics): void {
  collectDefaultMetrics({ register });
}

/** Nothing when it could not be read, or not in time. */
function remember<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  let last: { at: number; value: Promise<T | undefined> } | undefined;
  return () => {
    const at = performance.now();
    if (!last || at - last.at > REMEMBER_MS) {
      const late = new AbortController();
      const value = Promise.race([
        read(),
        sleep(READ_TIMEOUT_MS, undefined, { signal: late.signal, ref: false }),
      ])
        .catch(() => undefined)
        .finally(() => late.abort());
      last = { at, value };
    }
    return last.value;
  };
}
