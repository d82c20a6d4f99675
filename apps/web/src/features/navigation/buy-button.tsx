import Bell from 'lucide-react/icons/bell';
import { scrollToElement } from '../../lib/scroll.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { buyTarget, useGoTo } from './targets.ts';

/** Rings the bell and scrolls to the token section of this page, otherwise of the home page. */
export function BuyButton({ onGo }: { onGo?: () => void }) {
  const goTo = useGoTo();
  const buy = async () => {
    ringBell();
    onGo?.();
    // Leaves the URL unchanged: it may hold an open form with a draft.
    if (document.getElementById(buyTarget.section)) scrollToElement(buyTarget.section);
    else await goTo(buyTarget);
  };
  return (
    <button
      type="button"
      onClick={buy}
      className={buttonClasses('outline', 'border-gold-400 text-gold-300 whitespace-nowrap')}
    >
      <Bell aria-hidden="true" className="size-5" />
      {buyTarget.label}
    </button>
  );
}

const BELL_VOLUME = 0.7;

/** Rings the bell once; a playback failure is only logged. */
function ringBell(): void {
  try {
    const bell = new Audio();
    bell.src = bell.canPlayType('audio/ogg; codecs="vorbis"') ? '/art/bell.ogg' : '/art/bell.mp3';
    bell.volume = BELL_VOLUME;
    bell.play().catch(logFailure);
  } catch (error) {
    logFailure(error);
  }
}

function logFailure(error: unknown): void {
  console.warn('the bell could not ring', error);
}
