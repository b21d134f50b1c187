import type { Row } from './row.ts'
import { UnreadableInput } from './row.ts'

const MAX_LINE_LENGTH = 1 << 20

/** Numbers beyond double precision are mostly ids: they stay as text. */
const exact = (_name: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER ? context?.source : value

/** Inspecting every value is slow, so it happens only if there may be such a number. */
const MAY_BE_INEXACT = /\d{16}|\de\+?\d{2}/i

const parsed = (text: string): unknown => (MAY_BE_INEXACT.test(text) ? JSON.parse(text, exact) : JSON.parse(text))

const rowOf = (text: string, line: number): Row => {
  try {
    const value = parsed(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { line, values: { ...value } }
    return { line, values: { text }, fault: 'is not a JSON object' }
  } catch {
    return { line, values: { text }, fault: 'is not valid JSON' }
  }
}

/** One JSON object per line; empty lines are skipped. @throws UnreadableInput */
export async function* ndjsonRows(text: AsyncIterable<string>): AsyncGenerator<Row, void, undefined> {
  let line = 0
  let rest = ''
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() as string
    for (const each of lines) {
      line += 1
      if (each.trim() !== '') yield rowOf(each, line)
    }
    if (rest.length > MAX_LINE_LENGTH) throw new UnreadableInput(`line ${line + 1} is longer than a million characters`)
  }
  if (rest.trim() !== '') yield rowOf(rest, line + 1)
}
