import { createFileRoute } from '@tanstack/react-router';
import text from '../features/promos/content/christmas-memecoin.md?raw';
import { PromoPage } from '../features/promos/promo-page.tsx';

export const Route = createFileRoute('/christmas-memecoin')({ component: () => <PromoPage text={text} /> });
