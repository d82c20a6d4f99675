import X from 'lucide-react/icons/x';
import { Toast } from 'radix-ui';
import { classes } from '../../lib/classes.ts';
import { dismissToast, TOAST_DURATION_MS, useToast } from '../../lib/toasts.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { WaxSeal } from '../../ui/wax-seal.tsx';

const SWIPE_THRESHOLD_PX = 50;

/** Shows the current toast: five seconds by default, dismissed by a swipe to the right, focused with F8. */
export function Toaster() {
  const toast = useToast();
  const isDestructive = toast?.variant === 'destructive';
  return (
    <Toast.Provider swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX} label="Message">
      {toast && (
        <Toast.Root
          key={toast.id}
          open={toast.open}
          duration={toast.durationMs ?? TOAST_DURATION_MS}
          onOpenChange={(open) => !open && dismissToast(toast.id)}
          type={isDestructive ? 'foreground' : 'background'}
          className={classes(
            'paper pointer-events-auto grid grid-cols-[auto_1fr_auto] items-start gap-x-3 rounded-lg border-l-8 p-4 shadow-page',
            'data-[state=closed]:animate-toast-out data-[state=open]:animate-toast-in',
            'data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            isDestructive ? 'border-cranberry-600' : 'border-pine-500',
          )}
        >
          <WaxSeal
            letter={isDestructive ? '!' : 'S'}
            tone={isDestructive ? 'cranberry' : 'pine'}
            className="size-11"
          />
          <div className="grid gap-1">
            <Toast.Title className="text-lg font-bold">{toast.title}</Toast.Title>
            {toast.description && <Toast.Description>{toast.description}</Toast.Description>}
            {toast.action && (
              <Toast.Action
                altText={toast.action.altText}
                onClick={toast.action.onSelect}
                className={buttonClasses('ink', 'mt-2 justify-self-start')}
              >
                {toast.action.label}
              </Toast.Action>
            )}
          </div>
          <Toast.Close aria-label="Close" className="-mt-2 -mr-2 grid size-11 place-items-center rounded-sm">
            <X aria-hidden="true" className="size-5" />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport
        className={classes(
          'pointer-events-none fixed right-0 z-50 w-full max-w-toast list-none p-4',
          // On a phone an error appears below the header, since the advice is shown below the pressed button.
          isDestructive ? 'max-sm:top-16 sm:bottom-0' : 'bottom-0',
        )}
      />
    </Toast.Provider>
  );
}
