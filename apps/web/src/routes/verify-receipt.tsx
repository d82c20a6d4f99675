import { createFileRoute } from '@tanstack/react-router';
import { VerifyReceiptPage } from '../features/receipt/verify-receipt-page.tsx';

export const Route = createFileRoute('/verify-receipt')({ component: VerifyReceiptPage });
