/** Parses a JSON array in chunks and returns each element as soon as it is complete. */
export interface JsonArrayParser {
  /** Returns the elements that end in this chunk. Throws SyntaxError on anything that is not a JSON array. */
  push(piece: string): unknown[]
  /** Whether the closing bracket has been read. */
  isComplete(): boolean
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

interface State {
  /** Number of open brackets, including that of the array. */
  depth: number
  inString: boolean
  escaped: boolean
  complete: boolean
  elements: number
  /** Text of the incomplete element from earlier chunks. */
  pending: string
}

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** Index of the first non-whitespace character, or the length. */
const skipSpace = (piece: string, from: number): number => {
  let index = from
  while (index < piece.length && isSpace(piece.charCodeAt(index))) index += 1
  return index
}

/** Index after the string that contains `from`, or the length if the string does not end in this chunk. */
const skipString = (state: State, piece: string, from: number): number => {
  for (let index = from; index < piece.length; index += 1) {
    const code = piece.charCodeAt(index)
    if (state.escaped) state.escaped = false
    else if (code === BACKSLASH) state.escaped = true
    else if (code === QUOTE) {
      state.inString = false
      return index + 1
    }
  }
  return piece.length
}

/** Processes one character outside strings; returns true if an element or the array ends before it. */
const isBorder = (state: State, code: number): boolean => {
  if (code === QUOTE) state.inString = true
  else if (code === OPEN_OBJECT || code === OPEN_ARRAY) state.depth += 1
  else if (code === CLOSE_OBJECT || (code === CLOSE_ARRAY && state.depth > 1)) {
    state.depth -= 1
    if (state.depth === 0) throw new SyntaxError('A brace closes the JSON array')
  } else return state.depth === 1 && (code === COMMA || code === CLOSE_ARRAY)
  return false
}

const finishElement = (state: State, tail: string, border: number, found: unknown[]) => {
  const text = state.pending + tail
  state.pending = ''
  state.complete = border === CLOSE_ARRAY
  if (state.complete && state.elements === 0 && skipSpace(text, 0) === text.length) return
  found.push(JSON.parse(text))
  state.elements += 1
}

/** Index after the opening bracket, or the length if there is only whitespace so far. */
const open = (state: State, piece: string): number => {
  const index = skipSpace(piece, 0)
  if (index === piece.length) return index
  if (piece.charCodeAt(index) !== OPEN_ARRAY) throw new SyntaxError('A JSON array must begin with [')
  state.depth = 1
  return index + 1
}

const push = (state: State, piece: string): unknown[] => {
  const found: unknown[] = []
  let index = state.depth === 0 ? open(state, piece) : 0
  let start = index
  while (!state.complete && index < piece.length) {
    if (state.inString) {
      index = skipString(state, piece, index)
      continue
    }
    const code = piece.charCodeAt(index)
    if (isBorder(state, code)) {
      finishElement(state, piece.slice(start, index), code, found)
      start = index + 1
    }
    index += 1
  }
  if (!state.complete) state.pending += piece.slice(start)
  else if (skipSpace(piece, start) < piece.length) throw new SyntaxError('There is text after the JSON array')
  return found
}

/**
 * Only finds where elements end by counting brackets outside strings; JSON.parse reads the text of each element. Each chunk is
 * scanned once, so the cost of an element does not depend on the number of chunks.
 */
export const jsonArrayParser = (): JsonArrayParser => {
  const state: State = { depth: 0, inString: false, escaped: false, complete: false, elements: 0, pending: '' }
  return { push: (piece) => push(state, piece), isComplete: () => state.complete }
}
