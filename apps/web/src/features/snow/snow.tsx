import { useLocation } from '@tanstack/react-router';
import './snow.css';

const FLAKES = 25;
const flakes = Array.from({ length: FLAKES }, (_, index) => `flake-${index}`);

/** Pages for work, figures, rules and accusations: nothing moves on them. */
const CALM = /^\/(admin|appeal|burns|case|developers|privacy|receipt|terms|transparency)(\/|$)/;

/** Falling snow over the whole window; ignores pointer events and stands still under reduced motion. */
export function Snow() {
  const isCalm = useLocation({ select: ({ pathname }) => CALM.test(pathname) });
  if (isCalm) return null;
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
