import { createFileRoute } from '@tanstack/react-router';
import { xmasTokenSolana } from '../features/promos/content/xmas-token-solana.ts';
import { PromoPage } from '../features/promos/promo-page.tsx';

export const Route = createFileRoute('/xmas-token-solana')({
  component: () => <PromoPage promo={xmasTokenSolana} />,
});
