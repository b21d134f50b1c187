const QUOTE = 0x22
const BACKSLASH = 0x5c
/** Raw control characters, such as the end of the line, are not allowed in JSON. */
export const FIRST_PRINTABLE = 0x20

/** The end of the string at `at`, or -1 if the line ends before. */
export const endOfText = (from: Buffer, at: number): number => {
  for (let next = at + 1; next < from.length; next++) {
    const byte = from[next] as number
    if (byte === QUOTE) return next + 1
    if (byte === BACKSLASH) next++
    else if (byte < FIRST_PRINTABLE) return -1
  }
  return -1
}

/** The end of the object, array or string at `at`, or -1 if there is none. */
const endOfNested = (from: Buffer, at: number): number => {
  let depth = 0
  for (let next = at; next < from.length; next++) {
    const byte = from[next] as number
    if (byte === QUOTE) {
      next = endOfText(from, next) - 1
      if (next < 0) return -1
    } else if (byte === 0x7b || byte === 0x5b) depth++
    else if (byte === 0x7d || byte === 0x5d) depth--
    else if (byte < FIRST_PRINTABLE) return -1
    if (depth === 0) return next + 1
  }
  return -1
}

/** The end of `true`, `false`, `null` or a number. */
const endOfScalar = (from: Buffer, at: number): number => {
  let end = at
  while (from[end] !== 0x2c && from[end] !== 0x7d && (from[end] ?? 0) > FIRST_PRINTABLE) end++
  return end > at ? end : -1
}

/** The end of the value at `at`, or -1 if there is none. What a scalar is, its reader checks. */
export const endOfValue = (from: Buffer, at: number): number => {
  const first = from[at]
  return first === QUOTE || first === 0x7b || first === 0x5b ? endOfNested(from, at) : endOfScalar(from, at)
}
