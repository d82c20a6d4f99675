import { createFileRoute } from '@tanstack/react-router';
import { AcceptInvitation } from '../features/admin/account/invitation.tsx';

export const Route = createFileRoute('/admin/invitation')({ component: AcceptInvitation });
