import { createFileRoute } from '@tanstack/react-router';
import { PaymentDesk } from '../features/admin/payments/payment-desk.tsx';

export const Route = createFileRoute('/admin/payments')({ component: PaymentDesk });
