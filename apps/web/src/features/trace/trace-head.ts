import type { CasesNaming } from '@naughty-list/contracts/cases-naming';
import { tracePath, traceText, traceTexts } from '@naughty-list/contracts/trace-texts';
import type { PageHead } from '../../lib/page-head.ts';

export const traceHead = (trace: CasesNaming): PageHead => ({
  isUnlisted: true,
  path: tracePath(trace),
  title: `${traceTexts.kind[trace.kind]} ${traceText(trace)} - The Naughty List`,
  description: traceTexts.unverified,
});

/** Head for a trace that no listed case names. */
export const noTraceHead: PageHead = {
  isUnlisted: true,
  path: '/trace',
  title: 'No report to show - The Naughty List',
  description: traceTexts.none,
};

/** Head while the cases are loading or failed to load. */
export const unavailableTraceHead: PageHead = {
  isUnlisted: true,
  path: '/trace',
  title: 'Named in reports - The Naughty List',
  description: 'The cases that name an address, a website or a chat.',
};
