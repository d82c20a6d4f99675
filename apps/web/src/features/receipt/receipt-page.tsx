import { ApiCallError } from '@naughty-list/api-client/client';
import { receiptTexts } from '@naughty-list/contracts/receipt-texts';
import { getReceipt, type Receipt } from '@naughty-list/contracts/receipts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { type PageHead, usePageHead } from '../../lib/page-head.ts';
import { ListFailed, ListLoading } from '../../ui/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ReceiptLeaf } from './receipt-leaf.tsx';

/** The same for all receipts, which are reachable by URL only and name no account. */
export const receiptHead: PageHead = {
  path: '/receipt',
  title: 'Receipt for a payment - The Naughty List',
  description:
    'What was required, what the chain says, the verdict rule by rule, and its place in the public ledger.',
  isUnlisted: true,
};

const receiptQuery = (signature: string) => ({
  queryKey: ['receipt', signature],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Receipt | null> => {
    try {
      return await api.call(getReceipt, { params: { signature } }, { signal });
    } catch (error) {
      // Compares the text, since a service that lacks the endpoint responds `not_found`, too.
      if (error instanceof ApiCallError && error.message === receiptTexts.unknown) return null;
      throw error;
    }
  },
});

/** The public receipt of a burn, by its transaction. */
export function ReceiptPage({ signature }: { signature: string }) {
  usePageHead(receiptHead);
  const { data, error, refetch } = useQuery(receiptQuery(signature));
  // Not derived from the URL, which is unknown when the page is prerendered.
  const isOfMember = data?.purpose === 'membership';
  return (
    <article className="mx-auto my-10 grid max-w-[60rem] gap-8 rounded-lg bg-parchment-100 px-5 py-8 text-ink-900 shadow-card sm:px-10 sm:py-12">
      <header className="grid gap-3">
        <h1 className="display text-4xl text-cranberry-700">
          {data === null ? 'No receipt' : `Receipt for a ${isOfMember ? 'membership' : 'payment'}`}
        </h1>
        {data !== null && (
          <p className="max-w-prose text-lg">
            {isOfMember
              ? 'What was paid for a place in the Secret Sausage Society. Only this address opens this receipt, so share the address only with people who need it.'
              : 'Why a report came off the Naughty List, for anyone to check. A payment says nothing about whether the report was true.'}
          </p>
        )}
      </header>
      {data ? (
        <>
          <ReceiptLeaf receipt={data} address={signature} />
          <p>
            <TextLink to="/payments">Your other payments and their receipts</TextLink>
          </p>
          {!isOfMember && (
            <p>
              <TextLink to="/appeal">Wrongly listed? Appeal for free</TextLink>
            </p>
          )}
        </>
      ) : data === null ? (
        <NoReceipt />
      ) : error ? (
        <ListFailed title="The receipt didn't load" error={error} onRetry={refetch} />
      ) : (
        <ListLoading
          text="Looking for the receipt…"
          withoutScripts="This page needs JavaScript. You can get the data at /api/receipts/ plus the transaction."
        />
      )}
    </article>
  );
}

function NoReceipt() {
  return (
    <div className="grid max-w-prose gap-3 text-lg">
      <p>
        There is no receipt here. Either the transaction didn't remove a report, or an admin accepted it by
        hand, or this page's address is incomplete.
      </p>
      <p>
        A burn that removed a report gets its receipt a few moments after the removal. A membership receipt
        opens only at its own address. You'll find it in the browser you joined with, and in{' '}
        <TextLink to="/payments">Your payments</TextLink>.
      </p>
      <p>
        <TextLink to="/burns">See every burn so far</TextLink>
      </p>
    </div>
  );
}
