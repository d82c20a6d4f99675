import { createFileRoute } from '@tanstack/react-router';
import { christmasTokenSolana } from '../features/promos/content/christmas-token-solana.ts';
import { PromoPage } from '../features/promos/promo-page.tsx';

export const Route = createFileRoute('/christmas-token-solana')({
  component: () => <PromoPage promo={christmasTokenSolana} />,
});
