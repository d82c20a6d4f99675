import { lazy, type RefObject, Suspense, useEffect, useRef } from 'react';
import { scrollToElement } from '../../lib/scroll.ts';
import { Button } from '../../ui/button.tsx';
import { ListFailed } from '../../ui/states.tsx';
import type { Check } from './use-check.ts';

export const ANSWER_ID = 'answer';

/** Lazy, since the first view of most visits has no answer. */
const AnswerLeaf = lazy(() => import('./answer-leaf.tsx').then((leaf) => ({ default: leaf.AnswerLeaf })));

/** The answers to a look-up, or its error. Takes the focus and scrolls into view when they arrive. */
export function Answer({ check: { answer, list, term, searchCount, search, shown } }: { check: Check }) {
  const { found, error, isLoading } = answer;
  const place = useRef<HTMLElement>(null);
  if (term === '') return null;
  const mentions = shown || list.isHidden || list.isLoading || list.error ? undefined : list.items.length;
  return (
    <section
      ref={place}
      id={ANSWER_ID}
      tabIndex={-1}
      aria-label="The answer"
      className="grid gap-5 outline-none focus-visible:shadow-none focus-visible:outline-none"
    >
      {isLoading && <Looking />}
      <Suspense fallback={<Looking />}>
        {(found || error) && <Arrival key={`${searchCount} ${term}`} of={place} />}
        {error && (
          <div className="paper rounded-lg">
            <ListFailed
              title="Failed to search"
              error={error}
              onRetry={error instanceof RangeError ? undefined : () => search(term)}
            />
          </div>
        )}
        {found?.answers.map((each) => (
          <AnswerLeaf
            key={JSON.stringify(each.subject)}
            answer={each}
            mentions={mentions}
            onSearch={search}
          />
        ))}
        {found?.note && <p className="text-lg text-snow">{found.note}</p>}
        {found && (
          <Button
            look="outline"
            className="justify-self-start"
            onClick={() => document.querySelector<HTMLInputElement>('[data-check]')?.select()}
          >
            Check another name
          </Button>
        )}
      </Suspense>
    </section>
  );
}

/** In the boundary of the lazy answers, whose growth would move an answer shown before. */
function Arrival({ of }: { of: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    of.current?.focus({ preventScroll: true });
    scrollToElement(ANSWER_ID);
  }, [of]);
  return null;
}

const Looking = () => (
  <p role="status" className="rounded-lg border-2 border-night-600 p-6 text-xl noscript:hidden">
    Looking it up…
  </p>
);
