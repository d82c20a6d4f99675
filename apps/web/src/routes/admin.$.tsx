import { createFileRoute } from '@tanstack/react-router';
import { AdminPage } from '../features/admin/admin-page.tsx';
import type { Address } from '../features/admin/use-address.ts';

export const Route = createFileRoute('/admin/$')({
  // Each tab reads its own parameters, which are texts.
  validateSearch: (search) => search as Address,
  component: AdminPage,
});
