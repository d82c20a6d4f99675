import { useLocation } from '@tanstack/react-router';
import './snow.css';

const FLAKES = 25;
const flakes = Array.from({ length: FLAKES }, (_, index) => `flake-${index}`);

/**
 * Falling snow over the whole window; ignores pointer events, stands still under reduced motion, and is off in the
 * admin panel.
 */
export function Snow() {
  const isAdminPanel = useLocation({ select: ({ pathname }) => /^\/admin(\/|$)/.test(pathname) });
  if (isAdminPanel) return null;
  return (
    <div className="snow" aria-hidden="true">
      {flakes.map((flake) => (
        <svg
          key={flake}
          aria-hidden="true"
          className="snowflake"
          viewBox="0 0 20 20"
          fill="none"
          stroke="currentColor"
        >
          <path
            d="M10 1v18M2.2 5.5l15.6 9M17.8 5.5l-15.6 9M7.5 2.5L10 5l2.5-2.5M7.5 17.5L10 15l2.5 2.5"
            strokeWidth="1.6"
            strokeLinecap="round"
          />
        </svg>
      ))}
    </div>
  );
}
