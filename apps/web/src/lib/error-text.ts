/** An error's own words where it has any, fit to show since servers write them so; otherwise `otherwise`. */
export function errorText(error: unknown, otherwise: string): string {
  return error instanceof Error && error.message !== '' ? error.message : otherwise;
}
