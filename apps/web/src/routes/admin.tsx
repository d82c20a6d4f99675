import { createFileRoute, Outlet } from '@tanstack/react-router';
import { AdminPage } from '../features/admin/admin-page.tsx';

export const Route = createFileRoute('/admin')({ component: Panel });

function Panel() {
  return (
    <AdminPage>
      <Outlet />
    </AdminPage>
  );
}
