import type { Times } from './time-answers.ts';

/** The cost of each query at each size, smallest first. */
export type Growth = { sizes: number[]; lines: { name: string; times: Times[] }[] };
