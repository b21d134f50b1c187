/**
 * Receives the bytes of one element, which are valid until the call returns. With `isLine` they are a line that looks like an element;
 * false refuses it, and the element is found by its brackets instead.
 */
export type TakeElement = (bytes: Uint8Array, start: number, end: number, isLine: boolean) => boolean

/** Takes a JSON array in pieces of any length and passes on its elements, each as soon as it is complete. */
export interface JsonArraySplitter {
  /** @throws SyntaxError for anything that is not a JSON array; what is in an element is left to its reader */
  push(piece: Uint8Array): void
  /** Whether the closing bracket has been read. */
  isComplete(): boolean
}

const NEWLINE = 0x0a
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x0d || byte === 0x09
const isSpace = (byte: number | undefined) => isBlank(byte) || byte === NEWLINE

/** Where the element ends that began before `from`, or -1 if it does not end in this piece. */
type FindEnd = (piece: Uint8Array, from: number) => number

/** Finds the end of an object, array or string by counting brackets outside of strings. Each byte is read only once. */
const endOfNested = (): FindEnd => {
  let depth = 0
  let inString = false
  let isEscaped = false
  return (piece, from) => {
    for (let index = from; index < piece.length; index += 1) {
      const byte = piece[index]
      if (inString) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) inString = false
        else continue
      } else if (byte === QUOTE) inString = true
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth += 1
      else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth -= 1
      else continue
      if (depth === 0 && !inString) return index + 1
    }
    return -1
  }
}

/** Finds the end of a number, `true`, `false` or `null`. */
const endOfScalar: FindEnd = (piece, from) => {
  const length = piece.subarray(from).findIndex((byte) => byte === COMMA || byte === CLOSE_ARRAY || isSpace(byte))
  return length === -1 ? -1 : from + length
}

const finderOf = (first: number | undefined): FindEnd =>
  first === OPEN_OBJECT || first === OPEN_ARRAY || first === QUOTE ? endOfNested() : endOfScalar

/** Finds the end of an object that fills its line, except for a comma; -1 if the object does not fill the line. */
const endOfLine: FindEnd = (piece, from) => {
  let end = piece.indexOf(NEWLINE, from)
  while (end > from && isBlank(piece[end - 1])) end -= 1
  if (piece[end - 1] === COMMA) end -= 1
  return end > from && piece[end - 1] === CLOSE_OBJECT ? end : -1
}

/** Whether the element is on one line, and nothing but a comma follows it there. */
const fillsLine = (piece: Uint8Array, start: number, end: number): boolean => {
  let after = end
  while (isBlank(piece[after]) || piece[after] === COMMA) after += 1
  return piece[after] === NEWLINE && !piece.subarray(start, end).includes(NEWLINE)
}

const join = (parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

type Phase = 'start' | 'first' | 'element' | 'border' | 'end'

/** The phase after a byte between elements; undefined where an element begins, or nothing that belongs there. */
const phaseAfter = (phase: Phase, byte: number): Phase | undefined => {
  if (byte === COMMA) return phase === 'border' ? 'element' : undefined
  if (byte === CLOSE_ARRAY) return phase === 'border' || phase === 'first' ? 'end' : undefined
  return byte === OPEN_ARRAY && phase === 'start' ? 'first' : undefined
}

/**
 * Splits a JSON array into the bytes of its elements. After an element that filled a line, lines that look like elements are offered as
 * they are: looking for line ends takes a tenth of the time of counting brackets (27 ms against 260 ms for 35 MB).
 */
export const createJsonArraySplitter = (take: TakeElement): JsonArraySplitter => {
  let phase: Phase = 'start'
  /** The received parts of an incomplete element, and how to find its end. */
  let pending: Uint8Array[] = []
  let findEnd: FindEnd | undefined
  let filledLine = false

  const takePart = (find: FindEnd, piece: Uint8Array, start: number): number => {
    const end = find(piece, start)
    findEnd = end === -1 ? find : undefined
    if (end !== -1) phase = 'border'
    if (end !== -1 && pending.length === 0) {
      filledLine = fillsLine(piece, start, end)
      take(piece, start, end, false)
      return end
    }
    // The caller may overwrite the piece after this call, so the part is copied.
    pending.push(piece.slice(start, end === -1 ? piece.length : end))
    if (end === -1) return piece.length
    const whole = join(pending)
    pending = []
    take(whole, 0, whole.length, false)
    return end
  }

  const takeNext = (piece: Uint8Array, index: number): number => {
    const byte = piece[index] as number
    const next = phaseAfter(phase, byte)
    if (next) {
      phase = next
      return index + 1
    }
    if ((phase !== 'first' && phase !== 'element') || byte === COMMA || byte === CLOSE_ARRAY) {
      throw new SyntaxError('The text is not a JSON array')
    }
    const lineEnd = filledLine && byte === OPEN_OBJECT ? endOfLine(piece, index) : -1
    if (lineEnd === -1 || !take(piece, index, lineEnd, true)) return takePart(finderOf(byte), piece, index)
    phase = 'border'
    return lineEnd
  }

  return {
    push(piece) {
      let index = findEnd ? takePart(findEnd, piece, 0) : 0
      while (index < piece.length) index = isSpace(piece[index]) ? index + 1 : takeNext(piece, index)
    },
    isComplete: () => phase === 'end',
  }
}
