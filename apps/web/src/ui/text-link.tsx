import { Link, type LinkProps } from '@tanstack/react-router';

/** A link to another page within a text. */
export function TextLink(props: LinkProps) {
  return <Link {...props} className="font-bold underline decoration-2 underline-offset-4" />;
}
