import { listBurns } from 'virtual:endpoints/burns';
import type { Burn } from '@naughty-list/contracts/burns';
import { formatDecimal, formatWhole } from '@naughty-list/contracts/tokens';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../lib/api.ts';
import type { PageHead } from '../../lib/page-head.ts';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/day.tsx';
import { Total } from '../../ui/section.tsx';
import { ListFailed, ListLoading } from '../../ui/states.tsx';
import { plainLink, TransactionLink } from '../../ui/text-link.tsx';

export const burnsHead: PageHead = {
  path: '/burns',
  title: "Every burn for Santa's silence - The Naughty List",
  description:
    "Every burn of LIST that removed a report: the report's number, the amount, when it was counted, and a link to the transaction. No names. Wrongly listed? Appeal for free.",
};

const PAGE_SIZE = 50;

const burnsQuery = {
  queryKey: ['burns'],
  initialPageParam: 0,
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    api.call(listBurns, { query: { limit: PAGE_SIZE, offset: pageParam } }, { signal }),
  getNextPageParam: (last: { burns: Burn[] }, _all: unknown, offset: number) =>
    last.burns.length < PAGE_SIZE ? undefined : offset + PAGE_SIZE,
};

/** Every burn that removed a report, with totals. */
export function BurnHistory() {
  const { data, isPending, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(burnsQuery);
  if (isPending) return <ListLoading text="Loading the burns…" withoutScripts={<BurnsAsData />} />;
  if (error) return <ListFailed title="Failed to fetch the burns" error={error} onRetry={refetch} />;
  const [first] = data.pages;
  const burns = data.pages.flatMap((page) => page.burns);
  if (!first || burns.length === 0)
    return <p className="text-lg">Nothing has been burned to remove a report yet.</p>;
  return (
    <>
      <dl className="grid gap-4 sm:grid-cols-2">
        <Total term="Burns" value={formatWhole(first.total)} />
        <Total term="LIST burned" value={formatDecimal(first.totalAmount)} />
        {first.sentAmount !== '0' && (
          <Total
            term="LIST sent to the project's wallet, not burned"
            value={formatDecimal(first.sentAmount)}
          />
        )}
      </dl>
      <table className="figures w-full text-left">
        <caption className="sr-only">Burns, newest first</caption>
        <thead className="border-b-2 border-parchment-400">
          <tr>
            {['Report', 'Burn counted', 'Transaction'].map((title) => (
              <th key={title} scope="col" className="py-2 pr-3 whitespace-nowrap last:pr-0">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {burns.map((burn) => (
            <BurnRow key={`${burn.transactionHash} ${burn.report}`} burn={burn} />
          ))}
        </tbody>
      </table>
      {hasNextPage && (
        <Button look="ink" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load More Burns
        </Button>
      )}
    </>
  );
}

function BurnsAsData() {
  return (
    <>
      This table needs JavaScript.{' '}
      <a href={listBurns.path} className="font-bold underline underline-offset-4">
        The same burns as data
      </a>
    </>
  );
}

function BurnRow({ burn }: { burn: Burn }) {
  const { report, amount, burnedAt, transactionHash } = burn;
  return (
    <tr className="border-b border-parchment-400">
      <td className="py-2 pr-3 whitespace-nowrap">{report === null ? 'deleted' : `#${report}`}</td>
      <td className="py-2 pr-3">
        <span className="flex flex-wrap gap-x-4">
          <span className="whitespace-nowrap">{formatDecimal(amount)} LIST</span> <Moment at={burnedAt} />
        </span>
      </td>
      <td className="py-2">
        <span className="flex flex-wrap gap-x-4 min-[22rem]:whitespace-nowrap">
          <TransactionLink hash={transactionHash} />{' '}
          <Link
            to="/receipt/$signature"
            params={{ signature: transactionHash }}
            aria-label={`Receipt for ${transactionHash.slice(0, 8)}…`}
            className={plainLink}
          >
            Receipt
          </Link>
        </span>
      </td>
    </tr>
  );
}
