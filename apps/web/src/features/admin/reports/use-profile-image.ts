import { useState } from 'react';
import { showFailure, showToast } from '../../../lib/toasts.ts';
import type { ReportList, ReportListRow } from './report-list.ts';

/** Refreshes a profile image; `version` changes with each refresh and so busts the browser's cache. */
export function useProfileImage({ refreshImage }: ReportList, { id, profileImageVersion }: ReportListRow) {
  const [version, setVersion] = useState(profileImageVersion);
  const [isRefreshing, setIsRefreshing] = useState(false);
  const refresh = async (call: NonNullable<typeof refreshImage>) => {
    setIsRefreshing(true);
    try {
      const { username } = await call(id);
      setVersion(Date.now());
      showToast({
        title: 'Profile image refreshed',
        description: `@${username}'s image will be fetched again wherever it's shown.`,
      });
    } catch {
      showFailure('Refresh failed', 'Could not refresh profile image');
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
