import { createFileRoute } from '@tanstack/react-router';
import text from '../features/promos/content/christmas-meme-coin-solana.md?raw';
import { PromoPage } from '../features/promos/promo-page.tsx';

export const Route = createFileRoute('/christmas-meme-coin-solana')({
  component: () => <PromoPage text={text} />,
});
