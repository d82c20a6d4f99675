import { createFileRoute } from '@tanstack/react-router';
import { Staff } from '../features/admin/account/staff.tsx';

export const Route = createFileRoute('/admin/accounts')({ component: Staff });
