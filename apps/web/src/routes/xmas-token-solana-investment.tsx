import { createFileRoute } from '@tanstack/react-router';
import text from '../features/promos/content/xmas-token-solana-investment.md?raw';
import { PromoPage } from '../features/promos/promo-page.tsx';

export const Route = createFileRoute('/xmas-token-solana-investment')({
  component: () => <PromoPage text={text} />,
});
