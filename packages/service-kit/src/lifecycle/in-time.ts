/** Undefined when it takes longer. */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), ms);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
