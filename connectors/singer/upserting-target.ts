import type { Pool } from 'pg'
import type { Message } from './support.ts'

type Schema = Extract<Message, { type: 'SCHEMA' }>

const quoted = (name: string): string => `"${name}"`

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
      const columns = columnsOf(message).map((name) => `${quoted(name)} ${/revision/i.test(name) ? 'bigint' : 'text'}`)
      const key = message.key_properties.map(quoted)
      await pool.query(`create table if not exists ${message.stream} (${columns.join(', ')}, primary key (${key.join(', ')}))`)
    }
    if (message.type !== 'RECORD') continue
    const stream = streams.get(message.stream) as Schema
    const columns = columnsOf(stream)
    const values = columns.map((name) => message.record[name] ?? null)
    const names = columns.map(quoted)
    await pool.query(
      `insert into ${message.stream} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})
       on conflict (${stream.key_properties.map(quoted).join(', ')})
       do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
      values,
    )
  }
}
