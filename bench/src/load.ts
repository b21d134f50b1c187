/** Runs `work` for 0 … count-1, at most `concurrency` at a time. */
export const inParallel = async (count: number, concurrency: number, work: (index: number) => Promise<void>): Promise<void> => {
  let next = 0
  const lane = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
}

/** The percentile of a list of values. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

export const median = (values: readonly number[]): number => percentile(values, 0.5)
