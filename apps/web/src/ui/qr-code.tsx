import { encode } from 'uqr';

type QrCodeProps = {
  /** Encoded text. */
  text: string;
  /** Accessible description of the target. */
  label: string;
};

/** The white margin that readers need around a code, in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A QR code as one path, always dark on light, since cameras need the contrast. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="w-full rounded-sm bg-snow"
    >
      <path d={path} className="fill-night-950" />
    </svg>
  );
}
