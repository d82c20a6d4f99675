import type { Page } from 'playwright-core';
import type { SampleStack } from './sample-stack.ts';

/** One picture of the gallery, and how to get there. */
export type Scene = {
  /** The file's name, without size and ending. */
  name: string;
  /** Whether a second picture shows the page in its whole length. */
  whole?: boolean;
  show: (page: Page, stack: SampleStack) => Promise<unknown>;
};
