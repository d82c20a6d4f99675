import { createFileRoute } from '@tanstack/react-router';
import { christmasMemeCoinSolana } from '../features/promos/content/christmas-meme-coin-solana.ts';
import { PromoPage } from '../features/promos/promo-page.tsx';

export const Route = createFileRoute('/christmas-meme-coin-solana')({
  component: () => <PromoPage promo={christmasMemeCoinSolana} />,
});
