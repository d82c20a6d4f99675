import { useState } from 'react';
import { showToast } from '../../../lib/toasts.ts';
import type { Desk, DeskRow } from './desk.ts';

/** Has a profile image fetched anew; `version` changes with each time, so that it is also drawn anew. */
export function useProfileImage({ refreshImage }: Desk, { id, profileImageVersion }: DeskRow) {
  const [version, setVersion] = useState(profileImageVersion);
  const [isRefreshing, setIsRefreshing] = useState(false);
  const refresh = async (call: NonNullable<typeof refreshImage>) => {
    setIsRefreshing(true);
    try {
      const { username } = await call(id);
      setVersion(Date.now());
      showToast({
        title: 'Profile image refreshed',
        description: `Wherever @${username} is shown, the image is fetched anew.`,
      });
    } catch {
      showToast({
        title: 'Refresh failed',
        description: 'Could not refresh profile image',
        variant: 'destructive',
      });
    } finally {
      setIsRefreshing(false);
    }
  };
  return {
    version,
    isRefreshing,
    refresh: refreshImage ? () => void refresh(refreshImage) : undefined,
  };
}
