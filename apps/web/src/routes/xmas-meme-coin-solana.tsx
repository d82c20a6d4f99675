import { createFileRoute } from '@tanstack/react-router';
import { xmasMemeCoinSolana } from '../features/promos/content/xmas-meme-coin-solana.ts';
import { PromoPage } from '../features/promos/promo-page.tsx';

export const Route = createFileRoute('/xmas-meme-coin-solana')({
  component: () => <PromoPage promo={xmasMemeCoinSolana} />,
});
