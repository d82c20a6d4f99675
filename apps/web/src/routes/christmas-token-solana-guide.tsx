import { createFileRoute } from '@tanstack/react-router';
import { christmasTokenSolanaGuide } from '../features/promos/content/christmas-token-solana-guide.ts';
import { PromoPage } from '../features/promos/promo-page.tsx';

export const Route = createFileRoute('/christmas-token-solana-guide')({
  component: () => <PromoPage promo={christmasTokenSolanaGuide} />,
});
