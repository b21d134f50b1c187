import { createContext, runInContext } from 'node:vm'
import { ENDPOINTS } from '@rollcall/contract'
import { expect, it } from 'vitest'
import { acceptedType } from '../../src/gate/http/negotiation.ts'
import { allSchemas, ROOTS, type Schema, walk } from '../http/support/schemas.ts'

const PATTERNS = [
  ...new Set(allSchemas().flatMap(({ schema }) => [schema.pattern, ...Object.keys(schema.patternProperties ?? {})])),
].filter((pattern): pattern is string => typeof pattern === 'string')

/** Long enough that a pattern which goes over it again and again would take forever. */
const LENGTH = 200_000
const REPEATED = [
  '0',
  '-',
  ':',
  '.',
  ' ',
  'T',
  'a',
  '2026-01-05T',
  '09:00:00',
  '+00:00',
  '6f1c0f0e-',
  'x@',
  '\n',
  '0000-01-01T00:00:00.0',
]
const BEGINNINGS = ['', '2026-01-05', '2026-01-05T', '2026-01-05T09:00:00.', '20260105 ', '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21']
const ENDS = ['', '!', '\n', 'Z\n']

/** Returns whether it ends. A pattern can be stopped only from outside. */
const ends = (pattern: string): boolean => {
  const context = createContext({ pattern, LENGTH, REPEATED, BEGINNINGS, ENDS })
  const script = `
    const expression = new RegExp(pattern, 'u')
    for (const begin of BEGINNINGS) for (const part of REPEATED) for (const end of ENDS) {
      expression.test(begin + part.repeat(LENGTH / part.length) + end)
    }
    true`
  return runInContext(script, context, { timeout: 30_000 }) as boolean
}

it.each(PATTERNS)('the pattern %s comes to an end with whatever text', (pattern) => {
  expect(ends(pattern)).toBe(true)
})

it('a pattern that backtracks over the same text does not pass this check', () => {
  expect(() => runInContext(`/^(0+)+$/.test('0'.repeat(60) + '!')`, createContext({}), { timeout: 200 })).toThrow(/timed out/)
})

it('an Accept header as long as headers may be is read to its end', () => {
  for (const part of [';', ';a', '; a = ', ';a="', ';q', ';a= "x" ', 'a/b;', ',', '*/*;q=0.', 'a/a,']) {
    const accept = `*/*;q=0.1,${part.repeat(96_000 / part.length)}`
    expect(() => acceptedType({ headers: { accept } } as never, ['application/json'])).not.toThrow(/timed out/)
  }
})

interface TextShape extends Schema {
  readonly maxLength?: number
  readonly type?: string | string[]
}

/** The longest free text of each name in what is sent, or in what is answered. */
const longest = (suffix: string): Map<string, number> => {
  const lengths = new Map<string, number>()
  for (const { name, schema } of ROOTS.filter((root) => root.name.endsWith(suffix))) {
    for (const { path, schema: part } of walk(schema, name)) {
      const { maxLength, type, pattern, enum: values, format } = part as TextShape
      const field = path.split('.').at(-1) as string
      if (![type].flat().includes('string') || pattern || values || format || maxLength === undefined) continue
      const known = lengths.get(field)
      const shorter = suffix === ' body' ? Math.max(known ?? 0, maxLength) : Math.min(known ?? maxLength, maxLength)
      lengths.set(field, shorter)
    }
  }
  return lengths
}

/**
 * Names that mean one thing where they are sent and another where they are answered: an event in quarantine has a longer id, the
 * reason of an erasure is longer than that of a closure, which is the name of its days, and views have shorter names than entities.
 */
const HOMONYMS = new Set(['code', 'cursor', 'eventId', 'name', 'reason'])

it('a text that may be sent may be returned: no response field has a shorter limit than its request field', () => {
  const answered = longest(' response')
  const promised = [...longest(' body')].filter(
    ([name, length]) => !HOMONYMS.has(name) && length > (answered.get(name) ?? length),
  )
  expect(promised).toEqual([])
  expect(Object.keys(ENDPOINTS).length).toBeGreaterThan(100)
})
