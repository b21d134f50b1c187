import { readFile } from 'node:fs/promises'
import { ENDPOINTS, KPI_DEFINITIONS, type KpiDefinition } from '@rollcall/contract'
import { expect, it } from 'vitest'

const guide = await readFile(new URL('../../../../docs/administrators/analytics.md', import.meta.url), 'utf8')

it('the guide defines each KPI in the words of the contract, and no other', () => {
  const definitions: [string, KpiDefinition][] = Object.entries(KPI_DEFINITIONS)
  const expected = definitions.map(
    ([key, { name, answers, sentence, formula }]) => `| **${name}** \`${key}\` | ${answers ?? '–'} | ${sentence} | ${formula} |`,
  )
  expect(guide.split('\n').filter((line) => /^\| \*\*.*\*\* `/.test(line))).toEqual(expected)
})

/** A path without what names one of its things. */
const BASE = /\/api\/(?:(?:analytics|explain)\/[\w-]+|views|reports)/g

it('the guide names each path of the analytics, and no other', () => {
  const paths = Object.values(ENDPOINTS).flatMap(({ tag, path }) => (tag === 'analytics' ? (path.match(BASE) ?? [path]) : []))
  expect([...new Set(guide.match(BASE))].sort()).toEqual([...new Set(paths)].sort())
})
