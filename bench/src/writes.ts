import { callAsEmployee, callAsKey } from './caller.ts'
import { dayFromNow, grouped } from './measure.ts'
import type { Figure } from './report.ts'
import type { Scale } from './scale.ts'
import type { Subject } from './subject.ts'

const FULL = { people: 100, cards: 100, absent: 165, imported: 20_000, bookings: 600 }
const QUICK = { people: 50, cards: 50, absent: 20, imported: 1_000, bookings: 60 }
/** The maximum length of an announcement, and so nearly all of its days are beyond the horizon. */
const DAYS_OFF = 365

const BUILDING = [
  'update users set primary_location_id = $2 where org_id = $1',
  `insert into week_plans (org_id, user_id, weekday, plan, changed_by, command_id)
   select $1, u.id, n, 'o', 'directory', gen_random_uuid()
   from users u, generate_series(1, 5) n where u.org_id = $1 and u.primary_location_id = $2`,
  `insert into zones (org_id, id, level_id, name, kind)
   select $1, gen_random_uuid(), v.id, 'Desks', 'individual' from levels v where v.org_id = $1 and v.location_id = $2`,
  `insert into places (org_id, id, zone_id, name)
   select $1, gen_random_uuid(), z.id, 'Desk ' || n from zones z, levels v, generate_series(1, 500) n
   where z.org_id = $1 and v.org_id = $1 and v.id = z.level_id and v.location_id = $2`,
]

/** Seconds of processor time of the service and of PostgreSQL. */
const cpuSeconds = async (subject: Subject, work: () => Promise<unknown>): Promise<number> => {
  const before = await subject.cpu()
  await work()
  const after = await subject.cpu()
  return after.server - before.server + after.database - before.database
}

/** Writes that change many rows at once, and a booking, in processor time: each against its rows and indexes alone. */
export const measureWrites = async (subject: Subject, { quick }: Scale): Promise<Figure[]> => {
  const { pool, orgId, node, userIds } = subject
  const size = quick ? QUICK : FULL
  for (const statement of BUILDING) await pool.query(statement, [orgId, node.locationId])
  await pool.query('vacuum analyze')
  const api = await callAsKey(subject)
  const cost = (work: () => Promise<unknown>) => cpuSeconds(subject, work)

  /** Inserts the rows that the table has into a copy with the same indexes, and without rules, log and foreign keys. */
  const copy = async (table: string, condition = 'true'): Promise<number> => {
    await pool.query(`create table bench_${table} (like ${table} including all)`)
    const statement = `insert into bench_${table} select * from ${table} where org_id = $1 and ${condition}`
    return cost(() => pool.query(statement, [orgId]))
  }
  const figure = (name: string, seconds: number, reference: number, rows: string, notes: string): Figure => ({
    name,
    value: `${seconds.toFixed(2)} CPU s`,
    reference: `${reference.toFixed(2)} CPU s: ${rows}`,
    ratio: seconds / reference,
    notes,
  })

  const names = (await pool.query<{ name: string }>('select user_name as name from users where org_id = $1 limit 100', [orgId]))
    .rows
  const updates = names.slice(0, size.people).map(({ name }, person) => ({
    username: name,
    updateId: name,
    credentials: Array.from({ length: size.cards }, (_, card) => {
      return { active: true, cardNumber: `${person}-${card}`, credentialType: 'badge', scanData: `scan ${person}-${card}` }
    }),
  }))
  const submitCards = () => api.json('POST', '/v1/access-credentials', { data: updates })
  const cards = await cost(submitCards)
  const cardsAgain = await cost(submitCards)
  const cardRows = (await copy('access_credentials')) + (await copy('credential_scan_data'))

  const submitTimeOff = (eventType: 'scheduled' | 'cancelled') =>
    api.json('POST', '/v1/timeoff', {
      timeOffEvents: userIds.slice(0, size.absent).map((uid) => {
        return { eventId: uid, uid, eventType, startDate: dayFromNow(1), endDate: dayFromNow(DAYS_OFF) }
      }),
    })
  const announced = await cost(() => submitTimeOff('scheduled'))
  const dayRows = await copy('day_plans')
  const calledOff = await cost(() => submitTimeOff('cancelled'))

  const employee = await callAsEmployee(subject, api, userIds.at(-1) as string)
  const { rows: desks } = await pool.query<{ id: string }>('select id from places where org_id = $1 limit 500', [orgId])
  const book = async (count: number) => {
    for (let index = 0; index < count; index++) {
      const path = `/api/users/${employee.userId}/days/${dayFromNow(1 + (index % 10))}/booking`
      await employee.json('PUT', path, { placeId: desks[index % desks.length]?.id })
    }
  }
  const read = async (count: number) => {
    for (let index = 0; index < count; index++) await employee.json('GET', `/api/users/${employee.userId}`)
  }
  // Connections keep a plan after five calls.
  await book(100)
  await read(100)
  const booked = (await cost(() => book(size.bookings))) / size.bookings
  const single = (await cost(() => read(size.bookings))) / size.bookings
  employee.close()

  const groups = Array.from({ length: 100 }, (_, index) => ({ name: `Imported ${index}`, type: 'team' }))
  const users = Array.from({ length: size.imported }, (_, index) => ({
    ...{ userName: `imported-${index}@bench.example`, email: `imported-${index}@bench.example`, primaryLocation: 'Bench' },
    ...{ firstName: `First ${index}`, lastName: `Last ${index}`, groups: index % 8 === 0 ? [groups[index % 100]] : [] },
  }))
  const imported = await cost(() => api.json('POST', '/api/imports?dryRun=false', { groups, users }))
  const userRows = await copy('users', `user_name like 'imported-%'`)
  api.close()

  return [
    figure(
      `${grouped(size.people * size.cards)} new credentials in a call`,
      cards,
      cardRows,
      'the same rows and indexes',
      `${size.people} people with ${size.cards} cards each; the same call again ${cardsAgain.toFixed(2)} CPU s`,
    ),
    figure(
      `announce time off of ${grouped(size.absent * DAYS_OFF)} days`,
      announced,
      dayRows,
      'the same days and indexes',
      `${size.absent} people; with the log of each day`,
    ),
    figure(
      'call the same time off off',
      calledOff,
      dayRows,
      'inserting the same days',
      'with the log of each day, before PostgreSQL has statistics of the days',
    ),
    {
      name: 'book a desk',
      value: `${(booked * 1000).toFixed(1)} CPU ms`,
      reference: `${(single * 1000).toFixed(1)} CPU ms: a single user over HTTP`,
      ratio: booked / single,
      notes: 'moves the booking of a day to another desk; rules, log and counters in one transaction',
    },
    figure(
      `import ${grouped(size.imported)} people`,
      imported,
      userRows,
      'the same users and indexes',
      'in one file, one in eight with a group',
    ),
  ]
}
