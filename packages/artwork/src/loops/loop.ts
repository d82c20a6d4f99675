import type { Pen } from '../drawing/pen.ts';
import type { Backdrop } from '../scenes/backdrops.ts';

/** A joke of a few seconds whose end is its beginning again, on a stage of 480 × 270. */
export interface Loop {
  title: string;
  seconds: number;
  ground: Backdrop;
  /** Which moment is the poster, 0 to 1; near the beginning when left out. */
  poster?: number;
  /** `t` runs from 0 to just below 1. */
  draw: (p: Pen, t: number) => string;
}
