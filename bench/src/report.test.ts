import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { markdown, parseReport } from './report.ts'

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

  test('is read as it is written', () => {
    const parts = { lists: { measured, figures: [figure] } }
    expect(parseReport(JSON.stringify({ parts }))).toEqual(parts)
  })

  test('in its former shape keeps what it knew, and does not make up what it did not', () => {
    const machine =
      '2 cores (AMD EPYC), 24 GiB, Node v26.10.0, embedded PostgreSQL. Load generator, service and database share the machine.'
    const former = JSON.stringify({ machine, figures: [{ ...figure, part: 'lists', date: '2026-11-22' }] })
    expect(parseReport(former)).toEqual({
      lists: {
        measured: {
          date: '2026-11-22',
          machine: '2 cores (AMD EPYC), 24 GiB (as of the part that was written last)',
          versions: { Node: '26.10.0', 'embedded PostgreSQL': 'of a version that was not kept' },
        },
        figures: [figure],
      },
    })
    expect(markdown(parseReport(former))).toContain('; the commit was not kept')
  })

  test('that is kept here can be read', async () => {
    const report = parseReport(await readFile(new URL('../results/latest.json', import.meta.url), 'utf8'))
    expect(Object.keys(report).toSorted()).toContain('ingest')
    for (const { figures } of Object.values(report)) expect(figures.length).toBeGreaterThan(0)
  })
})
