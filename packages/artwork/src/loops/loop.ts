import type { Pen } from '../drawing/pen.ts';
import type { Backdrop } from '../scenes/backdrops.ts';

/** A joke of a few seconds that ends where it began, on a stage of 480 × 270. */
export interface Loop {
  title: string;
  seconds: number;
  ground: Backdrop;
  /** The moment to use as the poster, 0 to 1; defaults to near the beginning. */
  poster?: number;
  /** `t` runs from 0 to just below 1. */
  draw: (p: Pen, t: number) => string;
}
