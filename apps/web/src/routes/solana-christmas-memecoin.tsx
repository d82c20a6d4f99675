import { createFileRoute } from '@tanstack/react-router';
import { solanaChristmasMemecoin } from '../features/promos/content/solana-christmas-memecoin.ts';
import { PromoPage } from '../features/promos/promo-page.tsx';

export const Route = createFileRoute('/solana-christmas-memecoin')({
  component: () => <PromoPage promo={solanaChristmasMemecoin} />,
});
