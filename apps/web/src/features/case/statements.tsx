import { listStatements } from 'virtual:endpoints/cases';
import { caseTexts, STATEMENT_PAGE_MAX } from '@naughty-list/contracts/case-texts';
import type { Case, Statement } from '@naughty-list/contracts/cases';
import { lossText } from '@naughty-list/contracts/loss-texts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { CASE_KEY } from '../../lib/case-query.ts';
import { writtenLarge } from '../../lib/classes.ts';
import { Button } from '../../ui/button.tsx';
import { Day } from '../../ui/day.tsx';
import { Section } from '../../ui/section.tsx';
import { ListFailed } from '../../ui/states.tsx';
import { boldLink } from '../../ui/text-link.tsx';

/** Reviewed statements come before the report: scammers may report themselves first, to control its text. */
export function ReviewedStatements({ shown: { statements } }: { shown: Case }) {
  const read = statements.filter(({ reviewed }) => reviewed);
  if (read.length === 0) return null;
  return (
    <Section id="read" title="Read by a moderator">
      <Entries statements={read} />
    </Section>
  );
}

/** Further statements, oldest first: those loaded with the case, then more on request. */
export function Statements({ shown: { number, username, statements } }: { shown: Case }) {
  const { data, error, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...CASE_KEY, number, 'statements', statements.length],
    enabled: false,
    initialPageParam: statements.at(-1)?.id ?? 0,
    queryFn: ({ pageParam, signal }) =>
      api.call(listStatements, { params: { username }, query: { after: pageParam } }, { signal }),
    getNextPageParam: (page: Statement[]) => (page.length < STATEMENT_PAGE_MAX ? undefined : page.at(-1)?.id),
  });
  const listed = [...statements.filter(({ reviewed }) => !reviewed), ...(data?.pages.flat() ?? [])];
  const hasMore = data ? hasNextPage : statements.length === STATEMENT_PAGE_MAX;
  // All are read, and stand above.
  if (statements.length > 0 && listed.length === 0 && !hasMore) return null;
  return (
    <Section id="statements" title="Further statements">
      {statements.length === 0 && <p>There are none yet.</p>}
      <Entries statements={listed} />
      {error && <ListFailed title="More statements didn't load" error={error} onRetry={fetchNextPage} />}
      {hasMore && !error && (
        <Button
          look="outline"
          disabled={isFetching}
          onClick={() => void fetchNextPage()}
          className="justify-self-start noscript:hidden"
        >
          Show more
        </Button>
      )}
    </Section>
  );
}

function Entries({ statements }: { statements: readonly Statement[] }) {
  return (
    <ol className="grid gap-6 empty:hidden">
      {statements.map((statement) => (
        <Entry key={statement.id} statement={statement} />
      ))}
    </ol>
  );
}

function Entry({
  statement: { madeAt, description, twitterUrl, loss, postUnconfirmed, reviewed, keptPost },
}: {
  statement: Statement;
}) {
  return (
    <li className="ledger-margin grid gap-2 pl-6">
      <p className="flex flex-wrap items-center gap-x-4 text-ink-700">
        <span>
          Added on <Day at={madeAt} />
          {reviewed ? '' : '; no moderator has read it yet'}
        </span>
        <a href={twitterUrl} target="_blank" rel="noopener noreferrer nofollow ugc" className={boldLink}>
          {loss ? 'The transaction' : 'The post on X'}
        </a>
        {postUnconfirmed && <span>{caseTexts.postUnconfirmed}</span>}
      </p>
      <blockquote {...writtenLarge}>{description}</blockquote>
      {loss && <p className="rounded-sm border-l-8 border-gold-600 bg-parchment-50 p-3">{lossText(loss)}</p>}
      {keptPost && (
        <figure className="grid gap-2 rounded-sm border border-parchment-400 bg-parchment-50 p-4">
          <figcaption className="text-ink-700">
            X no longer shows the post. This is what it said on <Day at={keptPost.at} />.
          </figcaption>
          <blockquote
            dir="auto"
            cite={twitterUrl}
            className="border-l-4 border-cranberry-600 pl-4 whitespace-pre-line"
          >
            {keptPost.text}
          </blockquote>
        </figure>
      )}
    </li>
  );
}
