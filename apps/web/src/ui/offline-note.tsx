import WifiOff from 'lucide-react/icons/wifi-off';
import { useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void) => {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
};

export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

/** Shown while the device is offline; the page stays readable. */
export function OfflineNote() {
  const isOnline = useIsOnline();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-3 bottom-3 z-30 grid justify-items-center"
    >
      {!isOnline && (
        <p className="flex animate-open items-center gap-3 rounded-lg border border-gold-600 bg-night-900 px-4 py-3 text-snow shadow-card">
          <WifiOff aria-hidden="true" className="size-5 shrink-0 text-gold-300" />
          You're offline. Some of this page may be missing, and checking a name needs a connection.
        </p>
      )}
    </div>
  );
}
