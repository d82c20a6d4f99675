import { list } from './sections/list.ts';
import { pages } from './sections/pages.ts';
import type { Section } from './settings.ts';

/** In the order of the table. */
export const sections: readonly Section[] = [list, pages];
