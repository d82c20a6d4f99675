import { logOut } from '@naughty-list/contracts/admin-session';
import LogOut from 'lucide-react/icons/log-out';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { showToast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';

/** Logs out and reloads the page, so that no session data stays in memory. */
export function LogoutButton() {
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = async () => {
    setIsLeaving(true);
    try {
      await api.call(logOut);
      window.location.reload();
    } catch {
      setIsLeaving(false);
      showToast({
        title: 'Logout failed',
        description: 'You are still logged in. Please try again.',
        variant: 'destructive',
      });
    }
  };
  return (
    <Button look="outline" disabled={isLeaving} onClick={() => void leave()}>
      <LogOut aria-hidden="true" className="size-5" />
      Logout
    </Button>
  );
}
