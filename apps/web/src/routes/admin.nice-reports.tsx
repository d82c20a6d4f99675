import { createFileRoute } from '@tanstack/react-router';
import { NiceReports } from '../features/admin/reports/reports.tsx';

export const Route = createFileRoute('/admin/nice-reports')({ component: NiceReports });
