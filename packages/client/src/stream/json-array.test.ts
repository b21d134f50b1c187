import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createJsonArraySplitter } from './json-array.ts'

/** Cuts the text at these bytes into copies, which the test overwrites after each push: the splitter must keep no reference. */
const cut = (text: string, at: number[]): Uint8Array[] => {
  const bytes = new TextEncoder().encode(text)
  const borders = [0, ...at.map((n) => n % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return borders.slice(1).map((border, i) => bytes.slice(borders[i], border))
}

const parse = (pieces: readonly Uint8Array[]): unknown[] => {
  const rows: unknown[] = []
  const splitter = createJsonArraySplitter((bytes, start, end, isLine) => {
    try {
      rows.push(JSON.parse(new TextDecoder().decode(bytes.subarray(start, end))))
    } catch (error) {
      if (!isLine) throw error
      return false
    }
    return true
  })
  for (const piece of pieces) {
    splitter.push(piece)
    piece.fill(0)
  }
  if (!splitter.isComplete()) throw new SyntaxError('incomplete')
  return rows
}

const elements = fc.array(fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 2 })), { maxLength: 12 })
const borders = fc.array(fc.nat())
const layouts = fc.constantFrom<(rows: unknown[]) => string>(
  (rows) => JSON.stringify(rows),
  (rows) => JSON.stringify(rows, null, 2),
  (rows) => `[${rows.map((row) => JSON.stringify(row)).join('\n,')}\n]`,
  (rows) => `[${rows.map((row, index) => JSON.stringify(row) + (index % 3 === 0 ? '\n' : '')).join(',')}]`,
  (rows) => ` \n[ ${rows.map((row) => JSON.stringify(row)).join(' ,\t')} ]\r\n`,
)

test('any array is parsed completely, wherever the chunks are cut', () => {
  fc.assert(
    fc.property(elements, layouts, borders, (rows, layout, at) => {
      const text = layout(rows)
      expect(parse(cut(text, at))).toEqual(JSON.parse(text))
    }),
  )
})

test('a truncated array is never complete', () => {
  fc.assert(
    fc.property(elements, fc.nat(), borders, (rows, length, at) => {
      const text = JSON.stringify(rows)
      expect(() => parse(cut(text.slice(0, length % text.length), at))).toThrow(SyntaxError)
    }),
  )
})

test('agrees with JSON.parse on input that is not an array', () => {
  const texts = ['', '{}', '1', '[1,]', '[,1]', '[1 2]', '[] 1', '[}', '[{]}', '[{]', '["a]', '[1]]', '[tru]', '[[1]']
  for (const text of texts) expect(() => parse(cut(text, [...text].keys().toArray())), text).toThrow(SyntaxError)
})

test('agrees with JSON.parse on any text of brackets, quotes and commas', () => {
  const noise = fc.array(fc.constantFrom('[', ']', '{', '}', ',', '"', '\\', ':', '1', ' ', '"a"')).map((s) => `[${s.join('')}]`)
  fc.assert(
    fc.property(noise, (text) => {
      const outcome = (read: () => unknown) => {
        try {
          return { value: read() }
        } catch {
          return 'refused'
        }
      }
      expect(outcome(() => parse(cut(text, [])))).toEqual(outcome(() => JSON.parse(text)))
    }),
    { numRuns: 2000 },
  )
})
