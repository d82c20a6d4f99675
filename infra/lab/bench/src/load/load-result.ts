/** Latencies in milliseconds. */
export type LoadResult = {
  answers: number;
  seconds: number;
  medianMs: number;
  p99Ms: number;
  /** Responses other than 200 and 201. */
  refused: number;
};

export function summarise(latencies: number[], seconds: number): Omit<LoadResult, 'refused'> {
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(share * (latencies.length - 1))] ?? 0;
  return { answers: latencies.length, seconds, medianMs: at(0.5), p99Ms: at(0.99) };
}

export const perSecond = ({ answers, seconds }: LoadResult) => answers / seconds;
