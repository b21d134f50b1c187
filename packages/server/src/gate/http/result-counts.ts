interface Result {
  readonly resultCode?: number
  readonly result?: string
  readonly results?: readonly Result[]
}

/**
 * Counts the results of a submission by code; undefined if all events were accepted. The log needs the counts, because the status
 * of a submission is 200 regardless of the results of its events.
 */
export const countResults = (answer: unknown): Record<string, number> | undefined => {
  const counts: Record<string, number> = {}
  for (const part of [answer as Result | Result[]].flat()) {
    for (const { resultCode, result } of part.results?.length ? part.results : [part]) {
      const code = resultCode ?? result
      if (code !== undefined) counts[code] = (counts[code] ?? 0) + 1
    }
  }
  const isRefused = Object.keys(counts).some((code) => code !== '0' && code !== 'OK')
  return isRefused ? counts : undefined
}
