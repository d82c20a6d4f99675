import { createFileRoute } from '@tanstack/react-router';
import { PaymentsPage } from '../features/own-payments/payments-page.tsx';
import { WalletButton } from '../features/wallet/wallet-button.tsx';

export const Route = createFileRoute('/payments')({
  component: () => <PaymentsPage connect={<WalletButton place="form" />} />,
});
