import { readFile } from 'node:fs/promises'
import { ENDPOINTS, KPI_DEFINITIONS } from '@rollcall/contract'
import { expect, it } from 'vitest'

const guide = await readFile(new URL('../../../../docs/administrators/analytics.md', import.meta.url), 'utf8')

it('the guide defines each KPI in the words of the contract, and no other', () => {
  const expected = Object.entries(KPI_DEFINITIONS).map(
    ([key, { name, sentence, formula }]) => `| **${name}** \`${key}\` | ${sentence} | ${formula} |`,
  )
  expect(guide.split('\n').filter((line) => line.startsWith('| **'))).toEqual(expected)
})

it('the guide names each path of the analytics, and no other', () => {
  const paths = Object.values(ENDPOINTS).flatMap(({ tag, path }) => (tag === 'analytics' ? [path] : []))
  expect([...new Set(guide.match(/\/api\/analytics\/\w+/g))].sort()).toEqual(paths.sort())
})
