import { createFileRoute } from '@tanstack/react-router';
import text from '../features/promos/content/christmas-token-solana.md?raw';
import { PromoPage } from '../features/promos/promo-page.tsx';

export const Route = createFileRoute('/christmas-token-solana')({
  component: () => <PromoPage text={text} />,
});
