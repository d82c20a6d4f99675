import { createFileRoute } from '@tanstack/react-router';
import { AppealPage } from '../features/appeal/appeal-page.tsx';

export const Route = createFileRoute('/appeal')({ component: AppealPage });
