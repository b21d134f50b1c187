import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance, type JS } from '@duckdb/node-api'
import Type from 'typebox'
import { type ConvertedFormat, convert } from '../../src/warehouse/formats/format.ts'

const nullableObject = (type: string, format?: string) =>
  Type.Unsafe<unknown>({ type: [type, 'null'], ...(format && { format }) })

/** A row with a column of every kind that datasets have. */
export const ROW = Type.Object({
  rowId: Type.String({ format: 'uuid' }),
  name: nullableObject('string'),
  plan: Type.Unsafe<string | null>({ type: ['string', 'null'], enum: ['o', 'r', 'a', null] }),
  seenAt: nullableObject('string', 'date-time'),
  day: nullableObject('string', 'date'),
  isPrivate: nullableObject('boolean'),
  depth: nullableObject('integer'),
  share: nullableObject('number'),
  before: Type.Unsafe<unknown>({ anyOf: [{ type: 'object' }, { type: 'null' }] }),
})

export type Row = Record<keyof typeof ROW.properties, unknown>

export const FULL: Row = {
  rowId: '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21',
  name: 'Ada',
  plan: 'o',
  seenAt: '2026-01-05T09:00:00.123Z',
  day: '2026-01-05',
  isPrivate: true,
  depth: 3,
  share: 0.5,
  before: { plan: 'o', placeName: 'D-2' },
}

export const EMPTY: Row = {
  ...(Object.fromEntries(Object.keys(FULL).map((name) => [name, null])) as Row),
  rowId: FULL.rowId,
}

/** Rows as the database writes them, cut into pieces at these places. */
export const cutRows = async function* (rows: readonly object[], cuts: readonly number[] = []): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(rows.map((row) => `,${JSON.stringify(row)}\n`).join(''))
  const borders = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  for (const [index, end] of borders.slice(1).entries()) yield bytes.subarray(borders[index], end)
}

export const collect = async (bytes: AsyncIterable<Buffer>): Promise<Buffer> => Buffer.concat(await Array.fromAsync(bytes))

export const inFormat = (format: ConvertedFormat, rows: readonly object[], cuts?: readonly number[]): Promise<Buffer> =>
  collect(convert(format, cutRows(rows, cuts), ROW))

/** Returns the answer of DuckDB about a file of these bytes; the statement names it `$file`. */
export const askDuckDb = async (file: Buffer, statement: string): Promise<Record<string, JS>[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-test-'))
  try {
    const path = join(folder, 'rows')
    await writeFile(path, file)
    const connection = await (await DuckDBInstance.create()).connect()
    const result = await connection.runAndReadAll(statement.replace('$file', `'${path}'`))
    return result.getRowObjectsJS() as Record<string, JS>[]
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A field with its quotes or without, and what ends it. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y

/** Follows RFC 4180 strictly and throws where the file breaks it. A field that is empty and not quoted is null. */
export const readCsv = (file: Buffer): Record<string, unknown>[] => {
  const text = file.toString()
  const lines: (string | null)[][] = [[]]
  FIELD.lastIndex = 0
  while (FIELD.lastIndex < text.length) {
    const at = FIELD.lastIndex
    const field = FIELD.exec(text)
    if (!field) throw new Error(`Not RFC 4180 at ${at}: ${JSON.stringify(text.slice(at, at + 80))}`)
    const [, quoted, bare, end] = field
    lines.at(-1)?.push(quoted === undefined ? bare || null : quoted.replaceAll('""', '"'))
    if (end !== ',') lines.push([])
  }
  if (lines.pop()?.length !== 0) throw new Error('The last line has no end')
  const [names = [], ...rows] = lines
  return rows.map((row) => {
    if (row.length !== names.length) throw new Error(`${row.length} fields instead of ${names.length}`)
    return Object.fromEntries(row.map((value, index) => [names[index], value]))
  })
}

export const readParquet = (file: Buffer): Promise<Record<string, JS>[]> => askDuckDb(file, 'from read_parquet($file)')

/** A row as a Parquet file holds it. */
export const asParquet = ({ seenAt, day, depth, before, ...row }: Row): Record<string, unknown> => ({
  ...row,
  seenAt: seenAt === null ? null : new Date(seenAt as string),
  day: day === null ? null : new Date(`${day as string}T00:00:00.000Z`),
  depth: depth === null ? null : BigInt(depth as number),
  before: before === null ? null : JSON.stringify(before),
})

const asField = (value: unknown): string | null => {
  if (value === null) return null
  if (typeof value === 'object') return JSON.stringify(value)
  return typeof value === 'string' && /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(value) ? `'${value}` : String(value)
}

/** A row as a CSV file holds it. */
export const asCsv = (row: Row): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asField(value)]))
