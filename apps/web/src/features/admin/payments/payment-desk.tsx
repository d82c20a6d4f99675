import { ApiCallError } from '@naughty-list/api-client/client';
import { type DeskPayment, findPayments, settlePayment } from '@naughty-list/contracts/payment-desk';
import { isSignature } from '@naughty-list/contracts/primitives';
import { removeByBurn } from '@naughty-list/contracts/removal';
import { formatDecimal } from '@naughty-list/contracts/tokens';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ruleName } from '../../../lib/payment-rules.ts';
import { absoluteTime } from '../../../lib/time.ts';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { TransactionLink } from '../../../ui/text-link.tsx';
import { TermField } from '../list.tsx';
import { Prompt, TabPage } from '../parts.tsx';
import { DecisionForm } from '../review/decision-form.tsx';
import { adminApi } from '../session/admin-api.ts';
import { useAddress } from '../use-address.ts';
import { useChange } from '../use-change.ts';

const paymentsQuery = (q: string) =>
  queryOptions({
    queryKey: ['admin', 'payments', q],
    queryFn: async ({ signal }) => {
      const find = (purpose: DeskPayment['purpose']) =>
        adminApi.call(findPayments, { params: { purpose }, query: { q } }, { signal });
      return (await Promise.all([find('removal'), find('membership')])).flat();
    },
    enabled: q !== '',
    staleTime: 0,
  });

/** The settlement desk: finds a payment, shows the outcome of each rule, and can make it count. */
export function PaymentDesk() {
  const [{ q = '' }, change] = useAddress();
  const payments = useQuery(paymentsQuery(q));
  return (
    <TabPage title="Payments">
      <p className="max-w-prose">
        Look up a payer's claim and see why it did not count. A payment you settle takes effect at once and
        for good. It is recorded in the public ledger and, with your reason, in the audit log.
      </p>
      <TermField
        label="Find a payment"
        placeholder="Transaction, wallet, reference or intent"
        term={q}
        onSearch={(term) => void change({ q: term || undefined })}
      />
      {q !== '' && (
        <Loaded query={payments} text="Looking for payments…" failure="The payments didn't load">
          {(found) =>
            found.length === 0 ? (
              <Unclaimed q={q} onClaimed={() => void payments.refetch()} />
            ) : (
              found.map((payment) => <Payment key={payment.id} payment={payment} />)
            )
          }
        </Loaded>
      )}
    </TabPage>
  );
}

/** Claims a transaction for a report: its payer may have seen only a refused preview. A membership needs their browser. */
function Unclaimed({ q, onClaimed }: { q: string; onClaimed: () => void }) {
  const claim = async (typed: string) => {
    if (!/^\d+$/.test(typed.trim())) throw new Error('Enter the number of the report');
    try {
      await adminApi.call(removeByBurn, { params: { id: Number(typed) }, body: { txHash: q } });
    } catch (error) {
      // It is claimed and refused: the desk shows why.
      if (!(error instanceof ApiCallError && error.code === 'payment_refused')) throw error;
    }
    onClaimed();
  };
  return (
    <>
      <p role="status" className="max-w-prose">
        No one has claimed this payment. For a membership, ask the payer to paste the hash in the membership
        window.
      </p>
      {isSignature(q) && (
        <div className="max-w-80">
          <Prompt label="For report number" inputMode="numeric" action="Claim it" onSend={claim} />
        </div>
      )}
    </>
  );
}

const states: Record<DeskPayment['state'], string> = {
  pending: 'Waiting for its verdict',
  counted: 'Part of the price',
  paid: 'Counted by the rules',
  refused: 'Refused',
  settled: 'Settled by hand',
};

function Payment({ payment }: { payment: DeskPayment }) {
  const { purpose, signature, subject, state, amount, at, rules, message, wallets } = payment;
  const [isOpen, setIsOpen] = useState(false);
  const what =
    purpose === 'removal'
      ? `Removal of report ${subject === null ? '(deleted)' : `#${subject}`}`
      : `Membership, reference ${subject ?? '(gone)'}`;
  const canSettle = state !== 'paid' && state !== 'settled';
  return (
    <article
      aria-label={what}
      className="figures grid min-w-0 gap-3 border-t border-parchment-400 pt-4 wrap-anywhere"
    >
      <h3 className="text-xl font-bold">{what}</h3>
      <p>
        <strong>{states[state]}</strong>
        {message && `: ${message}`}
      </p>
      <p className="flex flex-wrap items-center gap-x-4">
        <span>Claimed {absoluteTime(new Date(at))}</span>
        {amount !== null && <span>{formatDecimal(amount)} LIST</span>}
        <TransactionLink hash={signature} />
      </p>
      {wallets.length > 0 && (
        <p>
          {wallets.length === 1 ? 'Wallet' : 'Wallets'}: {wallets.join(', ')}
        </p>
      )}
      {rules.length > 0 && (
        <ol aria-label="What each rule found" className="grid gap-1">
          {rules.map(({ rule, passed, seen }) => (
            <li key={rule}>
              <span className={passed ? 'font-bold' : 'font-bold text-cranberry-700'}>
                {ruleName(rule, purpose)}: {passed ? 'yes' : 'no'}
              </span>{' '}
              ({seen})
            </li>
          ))}
        </ol>
      )}
      {canSettle && !isOpen && (
        <Button look="outline" className="justify-self-start" onClick={() => setIsOpen(true)}>
          Settle by hand
        </Button>
      )}
      {canSettle && isOpen && <SettleForm payment={payment} onClose={() => setIsOpen(false)} />}
    </article>
  );
}

function SettleForm({ payment: { id, purpose }, onClose }: { payment: DeskPayment; onClose: () => void }) {
  const { isBusy, run } = useChange({
    failure: 'Not settled',
    work: (reason: string) =>
      adminApi.call(settlePayment, { params: { id }, body: { reason } }).then(onClose),
    done: () => ({
      title: 'Payment settled',
      description: purpose === 'removal' ? 'The report is off the list.' : 'The payer is a member.',
    }),
  });
  return (
    <DecisionForm
      form={{ title: 'Settle this payment by hand', asks: 'Reason', text: '' }}
      isBusy={isBusy}
      onSend={({ text }) => run(text)}
      onClose={onClose}
    />
  );
}
