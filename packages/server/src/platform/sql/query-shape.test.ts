import { expect, test } from 'vitest'
import { hashStatements } from './query-shape.ts'

const VIEW = 'select id from users where seen(id) -- and no more'
const definitions = (seen = 'select day <> now()', other = 'select 1') =>
  new Map([
    ['open_users', VIEW],
    ['seen', seen],
    ['other', other],
  ])
const shape = (statement: string, known = definitions()) => hashStatements(known, [statement])

test('comments, line breaks and blanks do not change the shape', () => {
  const plain = shape(`select id, 'a  b' from open_users(1)`)
  expect(shape(`select id , 'a  b' -- all of 'them'\n  from\n open_users /* a\n comment */ ( 1 )`)).toBe(plain)
})

test('words, symbols and quoted texts change the shape', () => {
  const statements = ['select a', 'select A', 'select a, b', `select 'a'`, `select ' a'`, `select '--'`, 'select "a"']
  expect(new Set(statements.map((statement) => shape(statement))).size).toBe(statements.length)
})

test('a function changes the shape of every statement that uses it, also through a view, and of no other', () => {
  const changed = definitions('select day <= now()')
  for (const using of ['from open_users', 'select seen(1)']) expect(shape(using, changed)).not.toBe(shape(using))
  expect(shape('select other()', changed)).toBe(shape('select other()'))
})
