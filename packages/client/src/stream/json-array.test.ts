import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonArrayParser } from './json-array.ts'

const cut = (text: string, at: number[]): string[] => {
  const borders = [0, ...at.map((n) => n % (text.length + 1)).sort((a, b) => a - b), text.length]
  return borders.slice(1).map((border, i) => text.slice(borders[i], border))
}

const parse = (pieces: string[]): unknown[] => {
  const parser = jsonArrayParser()
  const rows = pieces.flatMap((piece) => parser.push(piece))
  if (!parser.isComplete()) throw new SyntaxError('incomplete')
  return rows
}

const elements = fc.array(fc.jsonValue())
const borders = fc.array(fc.nat())
const layouts = fc.constantFrom<(rows: unknown[]) => string>(
  (rows) => JSON.stringify(rows),
  (rows) => JSON.stringify(rows, null, 2),
  (rows) => `[${rows.map((row) => JSON.stringify(row)).join('\n,')}\n]`,
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
  for (const text of texts) expect(() => parse([...text]), text).toThrow(SyntaxError)
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
      expect(outcome(() => parse([text]))).toEqual(outcome(() => JSON.parse(text)))
    }),
    { numRuns: 2000 },
  )
})
