import { useState } from 'react';
import { avatarUrl } from '../lib/avatar.ts';
import { useTokenConfig } from '../lib/token-config.ts';
import { WaxSeal } from './wax-seal.tsx';

type SealedAvatarProps = {
  username: string;
  tone: 'cranberry' | 'pine';
  /** Another number has the image fetched anew, past what the browser has kept of it. */
  version?: number | undefined;
};

/**
 * A seal with the initial, and over it the profile image where the setting allows it and somebody has one. The seal is
 * there from the start, so nothing moves, and stays when the image cannot be had.
 */
export function SealedAvatar({ username, tone, version = 0 }: SealedAvatarProps) {
  const { data: config } = useTokenConfig();
  const [state, setState] = useState<'coming' | 'shown' | 'missing'>('coming');
  return (
    <span className="relative size-12">
      <WaxSeal letter={username.charAt(0).toUpperCase()} tone={tone} className="size-12" />
      {config?.showAvatars && state !== 'missing' && (
        <img
          src={avatarUrl(username, version)}
          alt=""
          width={48}
          height={48}
          loading="lazy"
          referrerPolicy="no-referrer"
          onLoad={() => setState('shown')}
          onError={() => setState('missing')}
          className={`absolute inset-0.5 size-11 rounded-full border-2 border-current object-cover ${tone === 'pine' ? 'text-pine-700' : 'text-cranberry-600'} ${state === 'shown' ? '' : 'invisible'}`}
        />
      )}
    </span>
  );
}
