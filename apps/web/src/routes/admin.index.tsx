import { createFileRoute } from '@tanstack/react-router';
import { ScammerReports } from '../features/admin/reports/scammer-reports.tsx';

export const Route = createFileRoute('/admin/')({ component: ScammerReports });
