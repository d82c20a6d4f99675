import { useState } from 'react';
import { createChunk } from '../lib/chunk.ts';
import type { Menu as MenuComponent, MenuProps } from './menu.tsx';

const menu = createChunk<typeof MenuComponent>(() => import('./menu.tsx').then(({ Menu }) => Menu));

/** Prefetches the menu. */
export const fetchMenu = menu.fetch;

/** A button with a lazy menu: a plain button until its menu is open for the first time. */
export function MenuButton(props: MenuProps) {
  const { button, isOpen, onOpenChange } = props;
  const { value: Menu } = menu.use(isOpen);
  const [wasOpen, setWasOpen] = useState(false);
  const [press, setPress] = useState<{ isByKey: boolean; landmark: Element | null }>();
  if (isOpen && Menu && !wasOpen) setWasOpen(true);
  if (Menu && wasOpen && press) return <Menu {...props} {...press} />;
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      {...button}
      onClick={({ currentTarget, detail }) => {
        // `detail` is 0 for clicks from the keyboard or assistive technology.
        setPress({ isByKey: detail === 0, landmark: currentTarget.closest('header, main, [role=dialog]') });
        onOpenChange(true);
      }}
    />
  );
}
