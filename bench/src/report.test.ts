import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { PARTS } from './parts.ts'
import { markdown, type Report, withPart } from './report.ts'

const figure = { name: 'a read', value: '2 ms', reference: '1 ms', ratio: 2, notes: 'warm' }
const measured = {
  date: '2026-11-22',
  commit: '1a2b3c4',
  machine: '2 cores (AMD EPYC), 24 GiB',
  versions: { Node: '26.10.0', 'embedded PostgreSQL': '18.1', nginx: '1.22.1' },
}

describe('the report of the benchmark', () => {
  test('says of each part when, where and of what it was measured', () => {
    const other = { ...measured, date: '2026-12-01', commit: '5d6e7f8', machine: '8 cores (Other), 64 GiB' }
    const text = markdown({ lists: { measured, figures: [figure] }, pages: { measured: other, figures: [figure] } })
    expect(text).toContain(
      'Measured on 2026-11-22 of commit 1a2b3c4, on 2 cores (AMD EPYC), 24 GiB, with Node 26.10.0, embedded PostgreSQL 18.1, nginx 1.22.1.',
    )
    expect(text).toContain('Measured on 2026-12-01 of commit 5d6e7f8, on 8 cores (Other), 64 GiB')
    expect(text).toContain('| a read | 2 ms | 1 ms | 2.00 | warm |')
  })

  test('has its parts in the order of the benchmark, whichever was measured last', () => {
    const part = { measured, figures: [figure] }
    const report = withPart({ ingest: part, pages: part }, 'lists', part, ['ingest', 'lists', 'pages'])
    expect(Object.keys(report)).toEqual(['ingest', 'lists', 'pages'])
    const again = { measured, figures: [] }
    expect(withPart(report, 'ingest', again, ['ingest', 'lists', 'pages']).ingest).toBe(again)
  })

  test('that is kept here has every part, and is the one that people read', async () => {
    const read = (name: string) => readFile(new URL(`../results/${name}`, import.meta.url), 'utf8')
    const { parts } = JSON.parse(await read('latest.json')) as { parts: Report }
    expect(Object.keys(parts)).toEqual(Object.keys(PARTS))
    for (const { figures } of Object.values(parts)) expect(figures.length).toBeGreaterThan(0)
    expect(await read('latest.md')).toBe(markdown(parts))
  })
})
