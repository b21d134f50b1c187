import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { binaryArray, type ColumnType } from '../../packages/server/src/platform/sql/binary-array.ts'
import { COLUMNS, INSERT_NEW } from './raw-inserts.ts'

/**
 * The least that a service in Node does with events: it reads a body, parses it, and stores its rows by the statement of the service.
 * There are no keys, no checks, no repeats and no marks of changed days. Started with the address of the database, the organization and
 * the location of all events; prints its port.
 */
const [connectionString, orgId, locationId] = process.argv.slice(2)

interface Body {
  readonly presenceEvents: readonly {
    readonly eventId: string
    readonly timestamp: string
    readonly userId: string
    readonly locationType: string
    readonly locationId: string
  }[]
}

const pool = new pg.Pool({ connectionString: connectionString as string, max: 10 })
const TYPES: readonly ColumnType[] = Object.values(COLUMNS)

const read = async (request: IncomingMessage): Promise<Body> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString()) as Body
}

const store = async ({ presenceEvents: events }: Body): Promise<void> => {
  const columns: unknown[][] = [
    events.map(({ eventId }) => eventId),
    events.map(({ timestamp }) => Date.parse(timestamp)),
    events.map(({ userId }) => userId),
    ...Array.from({ length: 2 }, () => events.map(({ timestamp }) => timestamp.slice(0, 10))),
    events.map(() => locationId),
    events.map(({ locationType }) => locationType),
    events.map((event) => event.locationId),
  ]
  const values = [orgId, ...columns.map((column, index) => binaryArray(TYPES[index] as ColumnType, column))]
  await pool.query({ name: 'bare', text: INSERT_NEW, values })
}

const server = createServer((request, response) => {
  read(request)
    .then(store)
    .then(
      () => response.end('{"message":"stored"}'),
      (error) => response.writeHead(500).end(String(error)),
    )
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port))
