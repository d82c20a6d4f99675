import { createFileRoute } from '@tanstack/react-router';
import text from '../features/promos/content/xmas-meme-coin-solana.md?raw';
import { PromoPage } from '../features/promos/promo-page.tsx';

export const Route = createFileRoute('/xmas-meme-coin-solana')({
  component: () => <PromoPage text={text} />,
});
