import { type Caller, callAsEmployee, callAsKey, type Employee } from './caller.ts'
import { percentile } from './load.ts'
import { dayFromNow, latencyText, timed } from './measure.ts'
import type { Figure } from './report.ts'
import type { Scale } from './scale.ts'
import { DAYS_AHEAD, seedBookings } from './seed-bookings.ts'
import type { Subject } from './subject.ts'

const EMPLOYEES = 6
/** Employees may book today and later; the first days are skipped, because today may be over somewhere. */
const BOOKED_DAYS = DAYS_AHEAD - 2

/** Milliseconds of each of `count` sequential calls. */
const times = async (count: number, work: (index: number) => Promise<unknown>): Promise<number[]> => {
  const taken: number[] = []
  for (let index = 0; index < count; index++) taken.push((await timed(() => work(index))).seconds * 1000)
  return taken
}

const p95 = (latencies: readonly number[]): number => percentile(latencies, 0.95)

interface FreeDesks {
  readonly items: readonly { readonly placeId: string }[]
}

/** A search for a desk and a booking in an organization of 100,000 users, 50,000 desks and millions of bookings. */
export const measureBookings = async (subject: Subject, scale: Scale): Promise<Figure[]> => {
  const seeded = await timed(() => seedBookings(subject, scale.bookings))
  const { pool, orgId } = subject
  const key = await callAsKey(subject)
  const column = async (text: string): Promise<string[]> => (await pool.query(text, [orgId])).rows.map(({ id }) => id)
  const locations = await column(`select id from locations where org_id = $1 and name like 'Office %'`)
  const users = await column(`select id from users where org_id = $1 and user_name like 'person-%' limit 1000`)
  const reads = scale.quick ? 100 : 600
  const of = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

  const single = (index: number) => key.json('GET', `/api/users/${of(users, index)}`)
  await times(reads, single)
  const reference = await times(reads, single)
  const byKey = await times(reads, (index) =>
    pool.query({
      name: 'by-key',
      text: 'select * from users where org_id = $1 and id = $2',
      values: [orgId, of(users, index)],
    }),
  )
  const free = (kind: 'desks' | 'zones', index: number) =>
    `/api/locations/${of(locations, index)}/free-${kind}?day=${dayFromNow(1 + (index % BOOKED_DAYS))}`
  const search = async (kind: 'desks' | 'zones') => {
    await times(locations.length, (index) => key.json('GET', free(kind, index)))
    return times(reads, (index) => key.json('GET', free(kind, index)))
  }
  const [desks, zones] = [await search('desks'), await search('zones')]
  const employees: Employee[] = []
  for (const userId of users.slice(0, EMPLOYEES)) employees.push(await callAsEmployee(subject, key, userId))
  const booked = await bookDesks(key, employees, free, scale.quick ? 60 : 400)
  for (const caller of [key, ...employees]) caller.close()

  const size = `${(seeded.result / 1e6).toFixed(1)} million bookings`
  const { rows } = await pool.query(
    `select pg_table_size('bookings')::bigint as rows, pg_indexes_size('bookings')::bigint as indexes`,
  )
  const perMillion = (bytes: string) => (Number(bytes) / 1e9 / seeded.result) * 1e6
  const figure = (name: string, latencies: readonly number[], notes: string): Figure => ({
    name: `${name}, ${size}`,
    value: latencyText(latencies, [0.5, 0.95]),
    reference: `p95 ${p95(reference).toFixed(1)} ms: a single user over HTTP (by SQL ${p95(byKey).toFixed(2)} ms)`,
    ratio: p95(latencies) / p95(reference),
    notes,
  })
  return [
    figure('search for a free desk', desks, 'pages of 100 of a building of 2,500 desks, nine of ten taken'),
    figure('search for a zone with room', zones, 'zones that are booked by capacity'),
    figure(
      'book a desk',
      booked,
      'by employees with a session: rules, plan, counter and log in one transaction, on disk when answered',
    ),
    {
      name: `disk per million bookings, ${size}`,
      value: `${(perMillion(rows[0].rows) + perMillion(rows[0].indexes)).toFixed(2)} GB`,
      reference: `${perMillion(rows[0].rows).toFixed(2)} GB of rows`,
      ratio: (perMillion(rows[0].rows) + perMillion(rows[0].indexes)) / perMillion(rows[0].rows),
      notes: `without their log; made within ${seeded.seconds.toFixed(0)} s with the company`,
    },
  ]
}

/** Each employee books one desk after the other, each on another day and in another building. */
const bookDesks = async (
  key: Caller,
  employees: readonly Employee[],
  free: (kind: 'desks', index: number) => string,
  count: number,
): Promise<number[]> => {
  const wishes: { readonly employee: Employee; readonly day: string; readonly placeId: string }[] = []
  for (let index = 0; wishes.length < count; index++) {
    const path = free('desks', index)
    const { items } = await key.json<FreeDesks>('GET', path)
    const day = new URL(path, 'http://localhost').searchParams.get('day') as string
    for (const [which, employee] of employees.entries()) {
      const placeId = items[which]?.placeId
      if (placeId) wishes.push({ employee, day, placeId })
    }
  }
  return times(count, (index) => {
    const { employee, day, placeId } = wishes[index] as (typeof wishes)[number]
    return employee.json('PUT', `/api/users/${employee.userId}/days/${day}/booking`, { placeId })
  })
}
