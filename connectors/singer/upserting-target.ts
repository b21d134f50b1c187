import type { Pool } from 'pg'
import type { Message } from './support.ts'

type Schema = Extract<Message, { type: 'SCHEMA' }>

/** As targets name columns: `segmentRevision` is `segment_revision`. */
const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Writes messages as the usual targets do that add and replace rows by their key, and delete none: versions are passed over.
 * Every column is text or integer, which is enough to compare.
 */
export const writeToTarget = async (pool: Pool, messages: readonly Message[]): Promise<void> => {
  const streams = new Map<string, Schema>()
  const columnsOf = ({ schema }: Schema): string[] => Object.keys((schema as { properties: object }).properties)
  for (const message of messages) {
    if (message.type === 'SCHEMA') {
      streams.set(message.stream, message)
      const columns = columnsOf(message).map((name) => `${snakeCase(name)} ${/revision/i.test(name) ? 'bigint' : 'text'}`)
      const key = message.key_properties.map(snakeCase)
      await pool.query(`create table if not exists ${message.stream} (${columns.join(', ')}, primary key (${key.join(', ')}))`)
    }
    if (message.type !== 'RECORD') continue
    const stream = streams.get(message.stream) as Schema
    const columns = columnsOf(stream)
    const values = columns.map((name) => message.record[name] ?? null)
    const names = columns.map(snakeCase)
    await pool.query(
      `insert into ${message.stream} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})
       on conflict (${stream.key_properties.map(snakeCase).join(', ')})
       do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
      values,
    )
  }
}
