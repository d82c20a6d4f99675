import { createFileRoute } from '@tanstack/react-router';
import { OwnAccount } from '../features/admin/account/own-account.tsx';

export const Route = createFileRoute('/admin/account')({ component: OwnAccount });
