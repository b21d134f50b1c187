const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** `2 d 3 h`: the two largest units tell enough. */
export const durationText = (ms: number): string => {
  let rest = Math.floor(Math.max(0, ms) / 1_000)
  const parts = UNITS.map(([unit, seconds]) => {
    const count = Math.floor(rest / seconds)
    rest -= count * seconds
    return { count, text: `${count} ${unit}` }
  })
  const first = parts.findIndex(({ count }) => count > 0)
  if (first < 0) return '0 s'
  const shown = parts.slice(first, first + 2).filter(({ count }) => count > 0)
  return shown.map(({ text }) => text).join(' ')
}
