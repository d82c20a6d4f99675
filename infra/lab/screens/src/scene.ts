import type { Page } from 'playwright-core';
import type { SampleStack } from './sample-stack.ts';

/** One screenshot, and how to reach its state. */
export type Scene = {
  /** The file's name, without size and extension. */
  name: string;
  /** Whether a second screenshot shows the full page. */
  whole?: boolean;
  show: (page: Page, stack: SampleStack) => Promise<unknown>;
};
