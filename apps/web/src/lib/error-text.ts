/** The error's own message if it has one (servers write them to be shown), otherwise `otherwise`. */
export function errorText(error: unknown, otherwise: string): string {
  return error instanceof Error && error.message !== '' ? error.message : otherwise;
}
