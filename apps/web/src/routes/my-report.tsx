import { createFileRoute } from '@tanstack/react-router';
import { OwnReportPage } from '../features/own-report/own-report-page.tsx';

export const Route = createFileRoute('/my-report')({ component: OwnReportPage });
