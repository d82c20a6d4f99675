import { society } from '../features/payment/membership/society.ts';
import { isRemoval, usePayment, useResumedPayments } from '../features/payment/payments.ts';
import { createChunk } from '../lib/chunk.ts';
import type { PaymentsBar as PaymentsBarComponent } from './-payments-bar.tsx';

const bar = createChunk<typeof PaymentsBarComponent>(() =>
  import('./-payments-bar.tsx').then(({ PaymentsBar }) => PaymentsBar),
);

/** Shows and announces payments pending from an earlier visit, or while the society dialog is closed. */
export function LazyPaymentsBar() {
  const { recovery, isOpen } = society.use();
  const isMembershipPending = usePayment('membership') !== undefined;
  const isPaying = useResumedPayments().some(isRemoval) || (isMembershipPending && !isOpen);
  const isSigning = recovery?.challenge !== undefined && !isOpen;
  const isWanted = isPaying || isSigning;
  const { value: PaymentsBar } = bar.use(isWanted);
  return (
    <>
      <p role="status" className="sr-only">
        {isPaying && 'You have a payment under way.'}
        {isSigning && !isPaying && 'Your member sign-in is waiting for your signature.'}
      </p>
      {isWanted && !isOpen && PaymentsBar && <PaymentsBar />}
    </>
  );
}
