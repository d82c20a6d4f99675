import { createFileRoute } from '@tanstack/react-router';
import { ScammerReports } from '../features/admin/reports/reports.tsx';

export const Route = createFileRoute('/admin/')({ component: ScammerReports });
