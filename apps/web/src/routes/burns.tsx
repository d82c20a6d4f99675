import { createFileRoute } from '@tanstack/react-router';
import { BurnHistory, burnsHead } from '../features/burns/burn-history.tsx';
import { usePageHead } from '../lib/page-head.ts';
import { TextLink } from '../ui/text-link.tsx';

export const Route = createFileRoute('/burns')({ component: Burns });

function Burns() {
  usePageHead(burnsHead);
  return (
    <article className="mx-auto my-10 grid max-w-[60rem] grid-cols-[minmax(0,1fr)] gap-8 rounded-lg bg-parchment-100 px-5 py-8 text-ink-900 shadow-card sm:px-10 sm:py-12">
      <header className="grid gap-3">
        <h1 className="display text-4xl text-cranberry-700">Burned for silence</h1>
        <p className="max-w-prose text-lg">
          Every burn that took a report off the Naughty List, checked on chain. A burn removes the entry and
          keeps its post off the list. It says nothing about whether the report was true, and the account can
          be reported again for something new.
        </p>
        <p>
          <TextLink to="/appeal">Wrongly listed? Appeal for free</TextLink>
        </p>
      </header>
      <BurnHistory />
    </article>
  );
}
