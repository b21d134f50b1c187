/** The number of characters to add, remove, replace, or swap with a neighbor to turn one word into the other. */
const distance = (a: string, b: string): number => {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i, ...new Array<number>(b.length).fill(0)])
  const at = (i: number, j: number) => rows[i]?.[j] ?? j
  for (let j = 1; j <= b.length; j += 1) (rows[0] as number[])[j] = j
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const exchanged = isExchanged ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY
      ;(rows[i] as number[])[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same, exchanged)
    }
  }
  return at(a.length, b.length)
}

/** The candidate that was probably meant: at most two in five characters differ. */
export const nearest = (word: string, candidates: readonly string[]): string | undefined => {
  const judged = candidates.map((candidate) => ({ candidate, changes: distance(word, candidate) }))
  const [best] = judged.toSorted((a, b) => a.changes - b.changes)
  return best && best.changes <= Math.max(word.length, best.candidate.length) * 0.4 ? best.candidate : undefined
}

/** The question ` Did you mean …?`; empty if no candidate is near. */
export const didYouMean = (word: string, candidates: readonly string[]): string => {
  const candidate = nearest(word, candidates)
  return candidate === undefined ? '' : ` Did you mean ${candidate}?`
}
