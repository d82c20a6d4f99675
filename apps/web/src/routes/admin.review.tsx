import { createFileRoute } from '@tanstack/react-router';
import { ReviewDesk } from '../features/admin/review/review-desk.tsx';

export const Route = createFileRoute('/admin/review')({ component: ReviewDesk });
