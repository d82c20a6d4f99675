import { createFileRoute } from '@tanstack/react-router';
import { TransparencyFigures } from '../features/transparency/figures.tsx';
import { transparencyHead } from '../features/transparency/transparency-head.ts';
import { usePageHead } from '../lib/page-head.ts';

export const Route = createFileRoute('/transparency')({ component: TransparencyPage });

const meanings = [
  ['Reports and statements', 'everything that was sent in, removed entries too.'],
  ['Held first', 'reports and statements that a moderator read before they were shown.'],
  ['Appeals', 'requests of the accounts named, in the month in which they were opened.'],
  [
    'Decided, median time, overturned',
    'appeals in the month of their decision: how many, how long half of them took at most, and how many were granted, also in part. Withdrawn ones are left out.',
  ],
  [
    'Burns',
    'removals paid for by burning LIST, checked on chain. They say nothing about whether a report was true.',
  ],
] as const;

function TransparencyPage() {
  usePageHead(transparencyHead);
  return (
    <article className="mx-auto my-10 grid max-w-page gap-8 rounded-lg bg-parchment-100 px-5 py-8 text-ink-900 shadow-card sm:px-10 sm:py-12">
      <header className="grid gap-3">
        <h1 className="display text-4xl text-cranberry-700">The register in figures</h1>
        <p className="max-w-prose text-lg">
          How often accounts are reported, how often they object, and how that ends: counted from the register
          itself, by month in UTC, without a name. The current month is not over. The same figures as data:{' '}
          <a href="/api/transparency" className="font-bold underline decoration-2 underline-offset-4">
            JSON
          </a>
          .
        </p>
      </header>
      <TransparencyFigures />
      <section aria-labelledby="counted" className="grid max-w-prose gap-3">
        <h2 id="counted" className="text-2xl">
          What is counted
        </h2>
        <dl className="grid gap-2">
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
