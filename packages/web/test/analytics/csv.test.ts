import { describe, expect, it } from 'vitest'
import type { Column } from '../../src/components/table/columns.ts'
import { csvOf } from '../../src/components/table/download.ts'

interface Row {
  readonly name: string
  readonly value: number | null
}
const COLUMNS: readonly Column<Row>[] = [
  { name: 'Name', value: ({ name }) => name },
  { name: 'Value', value: ({ value }) => value },
]
const lines = (rows: readonly Row[]) => csvOf(COLUMNS, rows).split('\r\n')

describe('a file of a chart', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1'])('has %j as text, not as a formula', (name) => {
    expect(csvOf(COLUMNS, [{ name, value: 1 }])).toMatch(/\r\n"?'/)
  })

  it('has numbers with all their digits, also those below zero', () => {
    expect(lines([{ name: 'a', value: -1 / 3 }])).toEqual(['Name,Value', 'a,-0.3333333333333333', ''])
  })

  it('has nothing where there is no value, and quotes where text needs them', () => {
    expect(lines([{ name: 'a "b", c', value: null }])).toEqual(['Name,Value', '"a ""b"", c",', ''])
  })
})
