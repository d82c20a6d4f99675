import { useHydrated } from '@tanstack/react-router';
import Share2 from 'lucide-react/icons/share-2';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';

/** Copies a link, or opens the device's share sheet if it has one. */
export function ShareLink({ title, url }: { title: string; url: string }) {
  const isHydrated = useHydrated();
  const share = () => {
    // Rejects if the visitor closes the sheet.
    navigator.share({ title, url }).catch(() => undefined);
  };
  return (
    <>
      <CopyButton text={url} label="Copy link" isLabelShown />
      {isHydrated && 'share' in navigator && (
        <Button look="outline" Icon={Share2} onClick={share}>
          Share
        </Button>
      )}
    </>
  );
}
