import { frameHalf, handlesOf } from './geometry.ts';
import { CANVAS_SIDE, type Overlay } from './overlay.ts';

const cornerNames = ['nw', 'ne', 'se', 'sw'];
const MIDDLE = CANVAS_SIDE / 2;

/** Frame and handles of the selection, and the middle line during a move. */
export function SelectionFrame({ overlay, isMoving }: { overlay: Overlay; isMoving: boolean }) {
  const { corners, knob } = handlesOf(overlay);
  const half = frameHalf(overlay);
  const frame = { x: -half, y: -half, width: 2 * half, height: 2 * half };
  return (
    <svg
      viewBox={`0 0 ${CANVAS_SIDE} ${CANVAS_SIDE}`}
      className="pointer-events-none absolute inset-0 size-full"
      aria-hidden="true"
      data-testid="selection"
    >
      {isMoving && overlay.x === MIDDLE && (
        <path
          d={`M${MIDDLE} 0V${CANVAS_SIDE}`}
          strokeWidth="2"
          strokeDasharray="10 8"
          className="stroke-gold-300"
        />
      )}
      <g transform={`translate(${overlay.x} ${overlay.y}) rotate(${overlay.rotation})`} fill="none">
        <rect {...frame} strokeWidth="4" className="stroke-night-950/60" />
        <rect {...frame} strokeWidth="2" strokeDasharray="9 6" className="stroke-gold-300" />
      </g>
      {corners.map(({ x, y }, index) => (
        <circle
          key={cornerNames[index]}
          cx={x}
          cy={y}
          r="8"
          strokeWidth="3"
          className="fill-gold-300 stroke-night-950"
        />
      ))}
      <g transform={`translate(${knob.x} ${knob.y})`} strokeWidth="3">
        <circle r="11" className="fill-night-950 stroke-gold-300" />
        <path
          d="M-5 1A5 5 0 1 1 0 6M-5 1l-3-3M-5 1l3-3"
          fill="none"
          strokeWidth="2"
          strokeLinecap="round"
          className="stroke-gold-300"
        />
      </g>
    </svg>
  );
}
