import { useState } from 'react';
import { avatarUrl } from '../lib/avatar.ts';
import { useTokenConfig } from '../lib/token-config.ts';
import { WaxSeal } from './wax-seal.tsx';

type SealedAvatarProps = {
  username: string;
  tone: 'cranberry' | 'pine';
  /** Changing the number refetches the image, bypassing the browser's cache. */
  version?: number | undefined;
};

/**
 * A seal with the initial, covered by the profile image if the setting allows it and one exists. The seal is always
 * rendered: no layout shift, and a fallback if the image fails.
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
          onLoad={() => setState('shown')}
          onError={() => setState('missing')}
          className={`absolute inset-0.5 size-11 rounded-full border-2 border-current object-cover ${tone === 'pine' ? 'text-pine-700' : 'text-cranberry-600'} ${state === 'shown' ? '' : 'invisible'}`}
        />
      )}
    </span>
  );
}
