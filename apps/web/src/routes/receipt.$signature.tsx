import { createFileRoute } from '@tanstack/react-router';
import { ReceiptPage } from '../features/receipt/receipt-page.tsx';

export const Route = createFileRoute('/receipt/$signature')({ component: ReceiptRoute });

function ReceiptRoute() {
  return <ReceiptPage signature={Route.useParams().signature} />;
}
