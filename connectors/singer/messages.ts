import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { schemaOf, type TapStream } from './catalog.ts'

/** How far a stream has come. */
export interface Bookmark {
  /** Of the change feed. */
  readonly cursor?: string
  /** Last day that was read, of streams that go by days. */
  readonly day?: string
  /** How many users were erased by then, of streams that go by days. */
  readonly erasedUsers?: number
}

export interface TapState {
  readonly bookmarks: Readonly<Record<string, Bookmark>>
}

/** Writes messages, one per line, as fast as the target takes them. */
export interface Messages {
  schema(stream: TapStream): Promise<void>
  record(stream: TapStream, row: object, version?: number): Promise<void>
  activate(stream: TapStream, version: number): Promise<void>
  state(state: TapState): Promise<void>
}

export const messagesTo = (output: Writable): Messages => {
  const write = async (message: object): Promise<void> => {
    if (!output.write(`${JSON.stringify(message)}\n`)) await once(output, 'drain')
  }
  return {
    schema: (stream) => write({ type: 'SCHEMA', stream: stream.name, schema: schemaOf(stream), key_properties: stream.key }),
    record: (stream, row, version) => {
      const record = Object.fromEntries(Object.entries(row).filter(([name]) => name in stream.fields))
      return write({ type: 'RECORD', stream: stream.name, record, ...(version === undefined ? {} : { version }) })
    },
    activate: (stream, version) => write({ type: 'ACTIVATE_VERSION', stream: stream.name, version }),
    state: (value) => write({ type: 'STATE', value }),
  }
}
