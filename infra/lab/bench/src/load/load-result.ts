/** `bytes` counts bodies. Latencies in milliseconds, from each request to its response. */
export type LoadResult = {
  answers: number;
  seconds: number;
  bytes: number;
  medianMs: number;
  p99Ms: number;
  /** Responses with a status other than 2xx. */
  refused: number;
};

export function summarise(latencies: number[], seconds: number): Omit<LoadResult, 'bytes' | 'refused'> {
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(share * (latencies.length - 1))] ?? 0;
  return { answers: latencies.length, seconds, medianMs: at(0.5), p99Ms: at(0.99) };
}

export const perSecond = ({ answers, seconds }: LoadResult) => answers / seconds;

/** As shown in the table. */
export function describeLoad(result: LoadResult): string {
  const count = Math.round(perSecond(result)).toLocaleString('en-US');
  return `${count}/s (p50 ${result.medianMs.toFixed(1)} ms, p99 ${result.p99Ms.toFixed(1)} ms)`;
}
