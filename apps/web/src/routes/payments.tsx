import { createFileRoute } from '@tanstack/react-router';
import { PaymentsPage } from '../features/own-payments/payments-page.tsx';

export const Route = createFileRoute('/payments')({ component: PaymentsPage });
