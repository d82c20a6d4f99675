import { createFileRoute } from '@tanstack/react-router';
import { christmasMemecoin } from '../features/promos/content/christmas-memecoin.ts';
import { PromoPage } from '../features/promos/promo-page.tsx';

export const Route = createFileRoute('/christmas-memecoin')({
  component: () => <PromoPage promo={christmasMemecoin} />,
});
