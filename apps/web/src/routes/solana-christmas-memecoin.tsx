import { createFileRoute } from '@tanstack/react-router';
import text from '../features/promos/content/solana-christmas-memecoin.md?raw';
import { PromoPage } from '../features/promos/promo-page.tsx';

export const Route = createFileRoute('/solana-christmas-memecoin')({
  component: () => <PromoPage text={text} />,
});
