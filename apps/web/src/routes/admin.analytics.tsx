import { createFileRoute } from '@tanstack/react-router';
import { SiteAnalytics } from '../features/admin/analytics/site-analytics.tsx';

export const Route = createFileRoute('/admin/analytics')({ component: SiteAnalytics });
