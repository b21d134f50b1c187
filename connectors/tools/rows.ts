import type { RollcallClient } from '../../packages/client/src/index.ts'
import { windowsOf } from '../singer/windows.ts'
import { type FieldSchema, STREAMS, type Stream } from '../streams.ts'

export type Row = Readonly<Record<string, unknown>>

/** The rows that the service gives for these days, or now if the dataset has no days. */
export const readService = async (client: RollcallClient, stream: Stream, first: string, last: string): Promise<Row[]> => {
  const { dataset } = stream
  const rows: Row[] = []
  if (dataset.kind === 'directory') {
    for await (const row of client[dataset.operation]()) rows.push(row)
    return rows
  }
  for (const days of windowsOf(first, last, dataset.maxDays)) {
    if (dataset.operation === 'readUserChangeLog') {
      const users = await Array.fromAsync(client.readUsers())
      const userIds = users.map(({ userId }) => userId).join(',')
      for await (const row of client.readUserChangeLog({ ...days, userIds })) rows.push(row)
    } else for await (const row of client[dataset.operation](days)) rows.push(row)
  }
  return rows
}

export const streamNamed = (name: string): Stream => {
  const found = STREAMS.find((stream) => stream.name === name)
  if (!found) throw new Error(`There is no stream ${name}.`)
  return found
}

/** A value in the one form that all copies can be brought to. */
const comparable = (value: unknown, { type, format }: FieldSchema): unknown => {
  if (value === null || value === undefined) return null
  if (format === 'date-time') return new Date(value as string).toISOString()
  if (format === 'date') return String(value).slice(0, 10)
  return [type].flat().includes('integer') || [type].flat().includes('number') ? Number(value) : value
}

/** Nested values are left out: tools unfold them into tables of their own. */
const isScalar = ({ type }: FieldSchema): boolean => ![type].flat().includes('object')

/** Each row as text, with the scalar fields of the stream in their order. */
export const linesOf = ({ fields }: Stream, rows: readonly Row[]): string[] => {
  const scalar = Object.entries(fields).filter(([, field]) => isScalar(field))
  return rows.map((row) => JSON.stringify(scalar.map(([name, field]) => comparable(row[name], field)))).sort()
}

/** The lines of the first list that the second lacks; repeated lines count. */
export const missingFrom = (lines: readonly string[], others: readonly string[]): string[] => {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0
  })
}

/**
 * Compares all scalar values of a copy with those of the service.
 * @returns the number of rows
 * @throws Error that shows the first differences
 */
export const expectEqualRows = (stream: Stream, service: readonly Row[], copy: readonly Row[]): number => {
  const [expected, found] = [linesOf(stream, service), linesOf(stream, copy)]
  const [lost, extra] = [missingFrom(expected, found), missingFrom(found, expected)]
  if (lost.length + extra.length > 0) {
    throw new Error(`${stream.name}: the copy lacks ${lost.length} rows and has ${extra.length} others: ${lost[0]} ${extra[0]}`)
  }
  return service.length
}
