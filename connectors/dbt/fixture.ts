import { DAILY, DIRECTORY } from '../../packages/loader/src/datasets/datasets.ts'
import type { Engine } from './engines.ts'

type Values = Record<string, string | number | boolean | null>

const TYPES = {
  ...{ text: 'text', timestamp: 'timestamptz', date: 'date', boolean: 'boolean' },
  ...{ integer: 'bigint', number: 'double precision', json: 'json' },
}

/** The tables of the loader, empty, in a schema. */
export const createTables = async ({ query }: Engine, schema: string): Promise<void> => {
  await query(`create schema if not exists ${schema}`)
  for (const { table, columns } of [...DIRECTORY, ...DAILY]) {
    await query(`create table ${schema}.${table} (${columns.map(({ name, kind }) => `${name} ${TYPES[kind]}`).join(', ')})`)
  }
}

export const insert = async ({ query }: Engine, table: string, rows: readonly Values[]): Promise<void> => {
  for (const row of rows) {
    const values = Object.values(row).map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
    await query(`insert into ${table} (${Object.keys(row).join(', ')}) values (${values.join(', ')})`)
  }
}

/** Monday 2 to Friday 13 March 2026 without the weekend, and how many of five people were seen in Berlin. */
const SEEN_IN_BERLIN: Record<string, number> = {
  ...{ '2026-03-02': 2, '2026-03-03': 4, '2026-03-04': 5, '2026-03-05': 3, '2026-03-06': 1 },
  ...{ '2026-03-09': 1, '2026-03-10': 3, '2026-03-11': 4, '2026-03-12': 3, '2026-03-13': 0 },
}

const PRIMARY_GROUPS: Record<string, string> = { u1: 'engineering', u2: 'engineering', u3: 'engineering', u4: 'design' }
const primaryGroupOf = (user: string): string | null => PRIMARY_GROUPS[user] ?? null

const office = (user: string, day: string, more: Values): Values => ({
  ...{ user_id: user, day, plan: 'o', primary_location_id: 'berlin', primary_group_id: primaryGroupOf(user) },
  planned_location_id: (more.plan ?? 'o') === 'o' && more.plan !== null ? (more.booking_location_id ?? 'berlin') : null,
  ...more,
})

const confirmed = (user: string, day: string): Values =>
  office(user, day, {
    ...{ attendance_type: 'confirmed', booking_depth: 1, booking_location_id: 'berlin', attendance_location_id: 'berlin' },
  })

const SEEN_OTHERWISE = ['u5 2026-03-04', 'u3 2026-03-12']
const isSeenOtherwise = (user: string, day: string): boolean => SEEN_OTHERWISE.includes(`${user} ${day}`)

/** The first so many people come as planned; what is otherwise is written out below. */
const ATTENDANCE: Values[] = [
  ...Object.entries(SEEN_IN_BERLIN).flatMap(([day, seen]) =>
    ['u1', 'u2', 'u3', 'u4', 'u5']
      .slice(0, seen)
      .filter((user) => !isSeenOtherwise(user, day))
      .map((user) => confirmed(user, day)),
  ),
  office('u5', '2026-03-04', { plan: 'r', attendance_type: 'walkIn', attendance_location_id: 'berlin' }),
  // Planned without a booking: the primary location is what was planned.
  office('u3', '2026-03-02', { attendance_type: 'noShow' }),
  office('u1', '2026-03-13', { attendance_type: 'noShow', booking_depth: 1, booking_location_id: 'berlin' }),
  office('u2', '2026-03-13', { attendance_type: 'noShow', booking_depth: 1, booking_location_id: 'berlin' }),
  // Paris has no badge readers yet on Monday, and a visitor who planned for Berlin on the second Tuesday.
  office('u4', '2026-03-02', { attendance_type: 'unconfirmed', booking_depth: 1, booking_location_id: 'paris' }),
  office('u4', '2026-03-10', {
    ...{ attendance_type: 'walkIn', booking_depth: 1, booking_location_id: 'berlin', attendance_location_id: 'paris' },
  }),
  // Lisbon has no badge readers at all: one of two people who planned for it is seen in Berlin.
  office('u3', '2026-03-12', {
    ...{ attendance_type: 'walkIn', booking_depth: 1, booking_location_id: 'lisbon', attendance_location_id: 'berlin' },
  }),
  office('u5', '2026-03-11', { attendance_type: 'unconfirmed', booking_depth: 1, booking_location_id: 'lisbon' }),
  office('u1', '2026-03-07', { plan: null, attendance_type: 'walkIn', attendance_location_id: 'berlin' }),
  office('u5', '2026-03-13', { plan: 'a', attendance_type: null }),
]

const LOCATIONS: Values[] = [
  {
    location_id: 'berlin',
    location_name: 'Berlin',
    status: 'active',
    time_zone: 'Europe/Berlin',
    desk_count: 10,
    space_count: 0,
  },
  { location_id: 'paris', location_name: 'Paris', status: 'active', time_zone: 'Europe/Paris', desk_count: 0, space_count: 0 },
  {
    location_id: 'lisbon',
    location_name: 'Lisbon',
    status: 'active',
    time_zone: 'Europe/Lisbon',
    desk_count: 4,
    space_count: 0,
  },
]

const USERS: Values[] = ['u1', 'u2', 'u3', 'u4', 'u5'].map((user) => ({
  ...{ user_id: user, user_name: `${user}@example.com`, status: 'active', onboarded: true, primary_location_id: 'berlin' },
  primary_group_id: primaryGroupOf(user),
}))

const belowGroup = (parent: string, name: string): Values => ({
  parent_group_id: parent,
  parent_group_name: name,
  status: 'active',
})

const GROUPS: Values[] = [
  { group_id: 'research', group_name: 'Research', group_type: 'division', member_count: 0, status: 'active' },
  { group_id: 'products', group_name: 'Products', group_type: 'unit', ...belowGroup('research', 'Research'), member_count: 0 },
  { group_id: 'engineering', group_name: 'Engineering', group_type: 'department', ...belowGroup('products', 'Products') },
  { group_id: 'design', group_name: 'Design', group_type: 'department', ...belowGroup('products', 'Products') },
]

/** Two Mondays in Berlin: three people at most, on a level as in the building, and 4 of 10 places on the second. */
const atNine = (day: string, location_type: string, node_id: string, people: [nine: number, ten: number]): Values[] =>
  people.map((count, index) => ({
    ...{ day, hour: 9 + index, location_id: 'berlin', location_name: 'Berlin', location_type, node_id, people: count },
    ...{ booked: 0, capacity: 10 },
  }))
const HEADCOUNT: Values[] = [
  ...atNine('2026-03-02', 'location', 'berlin', [1, 2]),
  ...atNine('2026-03-02', 'level', 'level-1', [1, 2]),
  ...atNine('2026-03-09', 'location', 'berlin', [4, 4]),
  ...['9', '10'].map((hour) => ({
    ...{ day: '2026-03-09', hour: Number(hour), location_id: 'lisbon', location_name: 'Lisbon', location_type: 'location' },
    ...{ node_id: 'lisbon', people: null, booked: 1, capacity: 4 },
  })),
]

const OCCUPANCY: Values[] = [20, 0, 40.5].map((occupied_minutes, index) => ({
  ...{
    day: '2026-03-02',
    hour: 9 + index,
    location_id: 'berlin',
    location_name: 'Berlin',
    space_name: 'Turing',
    location_type: 'space',
  },
  ...{ node_id: 'turing', samples: 2, occupied_minutes, max_count: index === 0 ? null : 3 + index },
}))

const visit = (visit_id: string, visit_type: string, status: string, more: Values): Values => ({
  ...{ visit_id, visit_type, status, day: '2026-03-02', location_id: 'berlin', location_name: 'Berlin', ...more },
})
const VISITS: Values[] = [
  visit('v1', 'expected', 'departed', { arrived_at: '2026-03-02T09:00:00Z', departed_at: '2026-03-02T10:30:00Z' }),
  visit('v2', 'expected', 'expected', {}),
  visit('v3', 'walkIn', 'arrived', { arrived_at: '2026-03-02T09:00:00Z' }),
  visit('v4', 'expected', 'cancelled', {}),
]

const DESKS: Values[] = [
  { valid_from: '2026-01-01', valid_to: '2026-03-05', zone_id: 'north', status: 'active' },
  { valid_from: '2026-03-05', valid_to: null, zone_id: 'south', status: 'active' },
].map((period) => ({ desk_id: 'd1', desk_name: 'Desk 1', location_id: 'berlin', ...period }))

/** Two weeks of five people in three offices, small enough to work out every figure by hand. */
export const fillTables = async (engine: Engine, schema: string): Promise<void> => {
  await insert(engine, `${schema}.locations`, LOCATIONS)
  await insert(engine, `${schema}.groups`, GROUPS)
  await insert(engine, `${schema}.users`, USERS)
  await insert(engine, `${schema}.user_booking_attendance`, ATTENDANCE)
  await insert(engine, `${schema}.headcount`, HEADCOUNT)
  await insert(engine, `${schema}.occupancy`, OCCUPANCY)
  await insert(engine, `${schema}.visits`, VISITS)
  await insert(engine, `${schema}.desk_history`, DESKS)
}
