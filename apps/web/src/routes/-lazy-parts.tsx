import { society } from '../features/payment/membership/society.ts';
import { isPending, usePayment, useResumedRemovals } from '../features/payment/payments.ts';
import { createChunk } from '../lib/chunk.ts';
import { useToast } from '../lib/toasts.ts';

const bar = createChunk(() => import('./-payments-bar.tsx').then(({ PaymentsBar }) => PaymentsBar));

/** Shows and announces payments pending from an earlier visit, or while the society dialog is closed. */
export function LazyPaymentsBar() {
  const { isOpen } = society.use();
  const isMembershipPending = isPending(usePayment('membership'));
  const isPaying = useResumedRemovals().length > 0 || (isMembershipPending && !isOpen);
  const { value: PaymentsBar } = bar.use(isPaying);
  return (
    <>
      <p role="status" className="sr-only">
        {isPaying && 'You have a payment under way.'}
      </p>
      {isPaying && !isOpen && PaymentsBar && <PaymentsBar />}
    </>
  );
}

const toaster = createChunk(() => import('../features/toasts/toaster.tsx').then(({ Toaster }) => Toaster));

/** Prefetches the toaster. */
export const fetchToaster = toaster.fetch;

/**
 * Mounts the lazy toaster; a toast shown before it loads waits. Never prerendered: its hidden parts carry style
 * attributes, which the policy forbids in HTML.
 */
export function LazyToaster() {
  const { value: Toaster } = toaster.use(useToast() !== undefined);
  return Toaster ? <Toaster /> : null;
}

// Loaded when the modal opens.
const room = createChunk(() =>
  import('../features/payment/membership/society-modal.tsx').then(({ SocietyModal }) => SocietyModal),
);

/** Prefetches the modal. */
export const fetchSocietyModal = room.fetch;

/** Renders the modal while it is open. Mount once, above all pages. */
export function LazySocietyModal() {
  const { isOpen } = society.use();
  const { value: SocietyModal } = room.use(isOpen);
  return isOpen && SocietyModal ? <SocietyModal /> : null;
}
