import type { Times } from './time-answers.ts';

/** What each question costs at each size, smallest first. */
export type Growth = { sizes: number[]; lines: { name: string; times: Times[] }[] };
