/** As many as one call may add. */
export const MOST_AT_ONCE = 200

/** `D-2-009` and two more: the last number in the name counts on, as wide as it is written. */
export const severalNames = (first: string, count: number): string[] => {
  const [, before = first, digits = '', after = ''] = /^(.*?)(\d+)(\D*)$/.exec(first.trim()) ?? []
  if (digits === '') return count === 1 ? [first.trim()] : []
  const start = BigInt(digits)
  return Array.from({ length: count }, (_, n) => `${before}${String(start + BigInt(n)).padStart(digits.length, '0')}${after}`)
}
