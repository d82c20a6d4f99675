import { createFileRoute } from '@tanstack/react-router';
import { TransparencyFigures, transparencyHead } from '../features/transparency/figures.tsx';
import { usePageHead } from '../lib/page-head.ts';
import { TextLink } from '../ui/text-link.tsx';

export const Route = createFileRoute('/transparency')({ component: TransparencyPage });

const meanings = [
  [
    'Reports and statements',
    'everything sent in, even if removed later; rejected reports count for only 30 days.',
  ],
  [
    'Held for review',
    "reports and statements that waited for a moderator, or for the chain to confirm what a reporter's wallet sent.",
  ],
  ['Appeals', 'free requests to correct or remove an entry, counted in the month they came in.'],
  [
    'Decided, median time, overturned',
    'how many appeals were decided that month, the median time to a decision, and how many were granted in full or in part. Withdrawn appeals are left out.',
  ],
  [
    'Burns',
    'transactions that burned LIST to silence a report, checked on chain; a report can take several. They say nothing about whether a report was true; an appeal is free.',
  ],
] as const;

function TransparencyPage() {
  usePageHead(transparencyHead);
  return (
    <article className="mx-auto my-10 grid max-w-page gap-8 rounded-lg bg-parchment-100 px-5 py-8 text-ink-900 shadow-card sm:px-10 sm:py-12">
      <header className="grid gap-3">
        <h1 className="display text-4xl text-cranberry-700">The register in figures</h1>
        <p className="max-w-4xl text-lg">
          How many reports came in, how many appeals followed, and how they ended. Counted monthly in UTC from
          the register itself, no names. The current month is still running. You can get the same figures as{' '}
          <a href="/api/transparency" className="font-bold underline decoration-2 underline-offset-4">
            JSON
          </a>
          . Everything public is recorded in a signed ledger, too. Your browser can{' '}
          <TextLink to="/verify-receipt">check a receipt</TextLink> from it.
        </p>
      </header>
      <TransparencyFigures />
      <section aria-labelledby="counted" className="grid gap-3">
        <h2 id="counted" className="text-2xl">
          What is counted
        </h2>
        <dl className="grid gap-x-12 gap-y-3 md:grid-cols-2">
          {meanings.map(([term, meaning]) => (
            <div key={term}>
              <dt className="inline font-bold">{term}: </dt>
              <dd className="inline">{meaning}</dd>
            </div>
          ))}
        </dl>
      </section>
    </article>
  );
}
