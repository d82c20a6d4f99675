import { growth } from './growth/growth.ts';
import { cases } from './sections/cases.ts';
import { footprint } from './sections/footprint.ts';
import { jobs } from './sections/jobs.ts';
import { ledger } from './sections/ledger.ts';
import { list } from './sections/list.ts';
import { pages } from './sections/pages.ts';
import { search } from './sections/search.ts';
import { submissions } from './sections/submissions.ts';
import type { Section } from './settings.ts';

/** In the order of the table. */
export const sections: readonly Section[] = [
  list,
  search,
  pages,
  submissions,
  cases,
  ledger,
  jobs,
  footprint,
  growth,
];
