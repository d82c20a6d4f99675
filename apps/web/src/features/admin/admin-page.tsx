import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ListFailed } from '../../ui/states.tsx';
import { Dashboard } from './dashboard.tsx';
import { session, statusQuery } from './session/admin-api.ts';
import { LoginForm } from './session/login-form.tsx';

/**
 * The admin panel: the login form, or the dashboard. When a session expires, the dashboard stays mounted behind the form and
 * keeps all input.
 */
export function AdminPage() {
  useEffect(() => {
    document.title = 'Admin - The Naughty List';
  }, []);
  const status = useQuery(statusQuery);
  const { hasEnded } = session.use();
  if (status.isPending)
    return (
      <Outside>
        <p role="status">Looking for your key...</p>
        <Skeleton className="h-96 w-full opacity-20" />
      </Outside>
    );
  if (status.isError)
    return (
      <Outside>
        <div className="paper rounded-lg p-4 shadow-page">
          <ListFailed title="Failed to open the admin panel" error={status.error} onRetry={status.refetch} />
        </div>
      </Outside>
    );
  // Without a session there is no role.
  const { authenticated, username, role = 'admin' } = status.data;
  const isInside = authenticated && !hasEnded;
  return (
    <>
      {!isInside && <LoginForm hasEnded={authenticated} />}
      {authenticated && (
        <div hidden={!isInside}>
          <Dashboard username={username} role={role} />
        </div>
      )}
    </>
  );
}

function Outside({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-page gap-6 py-16">
      <h1 className="text-3xl">The Counting-House</h1>
      {children}
    </div>
  );
}
