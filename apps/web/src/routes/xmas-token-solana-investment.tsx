import { createFileRoute } from '@tanstack/react-router';
import { xmasTokenSolanaInvestment } from '../features/promos/content/xmas-token-solana-investment.ts';
import { PromoPage } from '../features/promos/promo-page.tsx';

export const Route = createFileRoute('/xmas-token-solana-investment')({
  component: () => <PromoPage promo={xmasTokenSolanaInvestment} />,
});
