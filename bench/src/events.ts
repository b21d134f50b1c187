import { binaryArray, type ColumnType } from '../../packages/server/src/platform/sql/binary-array.ts'

/** Identifies the events of a round, with their locations and users. */
export interface EventSource {
  readonly node: { readonly id: string; readonly locationId: string }
  readonly userIds: readonly string[]
}

const DAY = '2026-01-05'
const FIRST = Date.parse(`${DAY}T06:00:00Z`)
/**
 * Events of a morning at the readers, all on one day. They are created in advance, because the load generator shares the machine
 * with the measured service.
 */
const MOMENTS = Array.from({ length: 36_000 }, (_, second) => new Date(FIRST + second * 1000).toISOString())

export interface Event {
  readonly eventId: string
  readonly moment: string
  readonly userId: string
}

/** Maps each event of the n-th call of a round. */
export const events = <T>(
  { userIds }: Pick<EventSource, 'userIds'>,
  round: string,
  call: number,
  size: number,
  make: (event: Event) => T,
): T[] => {
  const made: T[] = []
  for (let number = call * size; number < (call + 1) * size; number++) {
    const [moment, userId] = [MOMENTS[number % MOMENTS.length] as string, userIds[number % userIds.length] as string]
    made.push(make({ eventId: `${round}-${number}`, moment, userId }))
  }
  return made
}

/** The events of the n-th call of a round, as a list in JSON. */
export const eventsJson = (source: EventSource, round: string, call: number, size: number): string => {
  const write = ({ eventId, moment, userId }: Event) =>
    `{"timestamp":"${moment}","locationId":"${source.node.id}","locationType":"level","eventId":"${eventId}","userId":"${userId}"}`
  return `[${events(source, round, call, size, write).join(',')}]`
}

/** The columns event_id, occurred_at and user_id of the same events, as array literals. */
export const eventArrays = (source: EventSource, round: string, call: number, size: number): string[] => {
  const list = events(source, round, call, size, (event) => event)
  const columns = [(event: Event) => event.eventId, (event: Event) => event.moment, (event: Event) => event.userId]
  return columns.map((column) => `{${list.map(column).join(',')}}`)
}

/** The columns event_id, occurred_at and user_id of the same events, as arrays in the binary form of PostgreSQL. */
export const eventBinaries = (source: EventSource, round: string, call: number, size: number): Buffer[] => {
  const list = events(source, round, call, size, (event) => event)
  const column = (type: ColumnType, of: (event: Event) => unknown) => binaryArray(type, list.map(of))
  return [
    column('text', (event) => event.eventId),
    column('timestamptz', (event) => Date.parse(event.moment)),
    column('uuid', (event) => event.userId),
  ]
}

/** The same events as lines of COPY, each followed by the constant columns. */
export const eventLines = (source: EventSource, round: string, call: number, size: number, same: readonly string[]): string => {
  const rest = `\t${same.join('\t')}\n`
  return events(source, round, call, size, ({ eventId, moment, userId }) => `${eventId}\t${moment}\t${userId}${rest}`).join('')
}

export const EVENT_DAY = DAY
