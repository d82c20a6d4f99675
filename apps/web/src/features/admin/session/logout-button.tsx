import { logOut } from '@naughty-list/contracts/admin-session';
import LogOut from 'lucide-react/icons/log-out';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { showFailure } from '../../../lib/toasts.ts';
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
      showFailure('Logout failed', 'You are still logged in. Please try again.');
    }
  };
  return (
    <Button look="outline" disabled={isLeaving} onClick={() => void leave()}>
      <LogOut aria-hidden="true" className="size-5" />
      Logout
    </Button>
  );
}
