import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAILY, DIRECTORY, FUTURE_TABLE } from '../../packages/loader/src/datasets/datasets.ts'
import { ENGINES, type Engine, type Row } from './engines.ts'
import { createTables, fillTables, insert } from './fixture.ts'
import { type Project, readProject } from './project.ts'

const SCHEMA = 'copy'

/** Runs all models, as `dbt run` does. */
const build = async ({ target, query }: Engine, { models }: Project): Promise<void> => {
  await query(`drop schema if exists ${target.schema} cascade`)
  await query(`create schema ${target.schema}`)
  for (const { name, sql, materialized } of models) {
    await query(`create ${materialized} ${target.schema}.${name} as (\n${sql}\n)`)
  }
}

/** Names of the tests that find something wrong. */
const failing = async ({ query }: Engine, { tests }: Project): Promise<string[]> => {
  const failed: string[] = []
  for (const { name, sql } of tests) if ((await query(sql)).length > 0) failed.push(name)
  return failed
}

test('sources are the tables of the loader, by default in the schemas that it writes to', async () => {
  const { sourceTables } = await readProject({ type: 'duckdb', schema: 'x' })
  expect(sourceTables.toSorted()).toEqual([...[...DIRECTORY, ...DAILY].map(({ table }) => table), FUTURE_TABLE].sort())
  for (const [type, schema] of [
    ['duckdb', 'main'],
    ['postgres', 'rollcall'],
  ] as const) {
    const { models } = await readProject({ type, schema: 'x' })
    expect(models.find(({ name }) => name === 'stg_users')?.sql).toContain(`from ${schema}.users`)
  }
})

test('each dataset of the loader has a model with all its columns', async () => {
  const { models, described } = await readProject({ type: 'duckdb', schema: 'x' })
  for (const { table, columns } of [...DIRECTORY, ...DAILY]) {
    const staging = models.find(({ sql }) => sql.trimEnd().endsWith(`from main.${table}`) && sql.startsWith('select'))
    expect(
      staging?.sql.match(/^ {2}(\w+)/gm)?.map((line) => line.trim()),
      table,
    ).toEqual(columns.map(({ name }) => name))
    for (const { name } of columns) expect(described).toContain(`${staging?.name}.${name}`)
  }
})

describe.each(Object.entries(ENGINES))('in %s', (_, open) => {
  let engine: Engine
  let project: Project
  beforeAll(async () => {
    engine = await open()
    project = await readProject(engine.target, { rollcall_schema: SCHEMA })
    await createTables(engine, SCHEMA)
    await build(engine, project)
  })
  afterAll(() => engine?.[Symbol.asyncDispose]())

  /** Numbers come as text where they may be too large for JavaScript. */
  const rowOf = async (table: string, condition: string): Promise<Row> => {
    const rows = await engine.query(`select * from ${engine.target.schema}.${table} where ${condition}`)
    expect(rows).toHaveLength(1)
    const entries = Object.entries(rows[0] as Row)
    return Object.fromEntries(
      entries.map(([name, value]) => [name, typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value]),
    )
  }
  const about = (value: number) => expect.closeTo(value, 9)

  test('an empty copy is no error', async () => {
    expect(await failing(engine, project)).toEqual([])
    expect(await engine.query(`select * from ${engine.target.schema}.kpi_locations`)).toEqual([])
  })

  describe('two weeks of three offices', () => {
    beforeAll(async () => {
      await fillTables(engine, SCHEMA)
      await build(engine, project)
    })

    test('all tests of the project pass', async () => {
      expect(project.tests.length).toBeGreaterThan(35)
      expect(await failing(engine, project)).toEqual([])
    })

    test('every column that is described exists, and every model is described', async () => {
      for (const { name } of project.models) expect(project.described).toContain(name)
      for (const name of project.described) {
        const [model = '', column = '*'] = name.split('.')
        await engine.query(`select ${column} from ${engine.target.schema}.${model} limit 0`)
      }
    })

    test('Berlin: of 28 planned days 24 were attended and 4 missed, one of them by a person seen in Paris; 2.6 people a day', async () => {
      // Seen on working days: 2 4 5 3 1, 1 3 4 3 0. In order 0 1 1 2 3 3 3 4 4 5, so the 90th percentile is 4 + 0.1 · (5 − 4).
      expect(await rowOf('kpi_locations', `location_id = 'berlin'`)).toMatchObject({
        attendance_rate: about(24 / 28),
        no_show_rate: about(4 / 28),
        average_daily_attendance: about(2.6),
        p90_daily_attendance: about(4.1),
        average_utilisation: about(0.26),
        complete_weeks: 2,
        median_weekly_peak: about(4.5),
        median_weekly_low: about(0.5),
      })
      expect(await rowOf('kpi_location_months', `location_id = 'berlin'`)).toMatchObject({
        ...{ working_days: 10, measured_days: 10, planned: 28, judged: 28, seen: 27 },
        ...{ attendance_rate: about(24 / 28), no_show_rate: about(4 / 28), p90_daily_attendance: about(4.1) },
        ...{ average_utilisation: about(0.26), peak_utilisation: about(0.5) },
      })
    })

    test('Paris: nothing is judged or averaged before its first presence, and without desks there is no utilization', async () => {
      expect(await rowOf('kpi_location_months', `location_id = 'paris'`)).toMatchObject({
        ...{ working_days: 10, measured_days: 4, planned: 1, judged: 0, seen: 1, attendance_rate: null, no_show_rate: null },
        ...{ average_daily_attendance: about(0.25), average_utilisation: null },
      })
    })

    test('Lisbon: without badge readers it has plans and no attendance, though a person planned for it is seen in Berlin', async () => {
      const unmeasured = { judged: null, seen: null, attendance_rate: null, no_show_rate: null, average_utilisation: null }
      expect(await rowOf('kpi_location_months', `location_id = 'lisbon'`)).toMatchObject({
        ...{ planned: 2, measured_days: 0, average_daily_attendance: null, p90_daily_attendance: null, ...unmeasured },
      })
      expect(await rowOf('kpi_locations', `location_id = 'lisbon'`)).toMatchObject({ complete_weeks: 0, attendance_rate: null })
      const [thursday] = await engine.query(`select seen_per_planned from ${engine.target.schema}.kpi_planned_and_seen
        where location_id = 'lisbon' and iso_weekday = 4`)
      expect(thursday).toEqual({ seen_per_planned: null })
    })

    test('each week has its peak and low; the weekend counts for none', async () => {
      const weekOf = (monday: string) => rowOf('kpi_location_weeks', `location_id = 'berlin' and week = date '${monday}'`)
      expect(await weekOf('2026-03-02')).toMatchObject({
        ...{ peak_attendance: 5, low_attendance: 1, average_daily_attendance: about(3), peak_utilisation: about(0.5) },
      })
      expect(await weekOf('2026-03-09')).toMatchObject({
        ...{ peak_attendance: 4, low_attendance: 0, average_daily_attendance: about(2.2) },
      })
    })

    test('planned and seen by day of the week', async () => {
      // Mondays: 3 and 1 planned for Berlin, 2 and 1 seen. Tuesdays: 4 and 4 planned, 4 and 3 seen.
      expect(await rowOf('kpi_planned_and_seen', `location_id = 'berlin' and iso_weekday = 1`)).toMatchObject({
        ...{ days: 2, average_planned: about(2), average_seen: about(1.5), average_no_shows: about(0.5) },
        seen_per_planned: about(0.75),
      })
      expect(await rowOf('kpi_planned_and_seen', `location_id = 'berlin' and iso_weekday = 2`)).toMatchObject({
        ...{ average_planned: about(4), average_seen: about(3.5), seen_per_planned: about(0.875) },
      })
    })

    test('groups: 22 of 25 planned days, and 23 days in the office by 3 people', async () => {
      expect(await rowOf('kpi_group_months', `group_id = 'engineering'`)).toMatchObject({
        ...{ people: 3, planned: 25, judged: 25, seen: 23 },
        ...{ attendance_rate: about(22 / 25), no_show_rate: about(3 / 25), office_days_per_person: about(23 / 3) },
      })
    })

    test.each(['research', 'products'])(
      'group %s has no member of its own and shows the four people two levels below',
      async (group) => {
        expect(await rowOf('kpi_group_months', `group_id = '${group}'`)).toMatchObject({
          ...{ people: 4, planned: 30, judged: 29, seen: 27 },
          ...{ attendance_rate: about(26 / 29), no_show_rate: about(3 / 29), office_days_per_person: about(27 / 4) },
        })
      },
    )

    test('Berlin on Mondays: 2.5 people at nine on average, 4 at most; at its peak 2 of 10 places at ten, then 4 of 10 at nine', async () => {
      expect(await rowOf('kpi_location_hours', `location_id = 'berlin' and iso_weekday = 1 and hour = 9`)).toMatchObject({
        ...{ days: 2, average_people: about(2.5), peak_people: 4, average_utilisation: about(0.25) },
      })
      const peakOf = (day: string) => rowOf('fct_location_peaks', `location_id = 'berlin' and day = date '${day}'`)
      expect(await peakOf('2026-03-02')).toMatchObject({ peak_people: 2, peak_hour: 10, peak_utilisation: about(0.2) })
      expect(await peakOf('2026-03-09')).toMatchObject({ peak_people: 4, peak_hour: 9, peak_utilisation: about(0.4) })
      expect(await engine.query(`select * from ${engine.target.schema}.fct_location_peaks where location_id = 'lisbon'`)).toEqual(
        [],
      )
    })

    test('a room was occupied for 60.5 minutes in two hours, and one of three announced visits was missed', async () => {
      expect(await rowOf('fct_occupancy_days', `node_id = 'turing'`)).toMatchObject({
        ...{ node_name: 'Turing', samples: 6, occupied_minutes: about(60.5), occupied_hours: 2, max_count: 5 },
      })
      const flags = 'visit_id, is_expected, has_arrived, is_missed, cast(minutes as double precision) as minutes'
      const visits = await engine.query(`select ${flags} from ${engine.target.schema}.fct_visits order by visit_id`)
      expect(visits).toEqual([
        { visit_id: 'v1', is_expected: 1, has_arrived: 1, is_missed: 0, minutes: about(90) },
        { visit_id: 'v2', is_expected: 1, has_arrived: 0, is_missed: 1, minutes: null },
        { visit_id: 'v3', is_expected: 0, has_arrived: 1, is_missed: 0, minutes: null },
        { visit_id: 'v4', is_expected: 1, has_arrived: 0, is_missed: 0, minutes: null },
      ])
    })

    test('a desk that moved has one zone on each day', async () => {
      const zoneOn = async (day: string) =>
        (await rowOf('dim_desk_history', `valid_from <= date '${day}' and (valid_to is null or valid_to > date '${day}')`))
          .zone_id
      expect([await zoneOn('2026-03-04'), await zoneOn('2026-03-05')]).toEqual(['north', 'south'])
    })

    test('days without attendance are included', async () => {
      expect(await rowOf('fct_location_days', `location_id = 'berlin' and day = date '2026-03-08'`)).toMatchObject({
        ...{ is_working_day: 0, planned: 0, seen: 0, utilisation: about(0) },
      })
      expect(await engine.query(`select * from ${engine.target.schema}.dim_dates`)).toHaveLength(12)
    })

    test('tests of the project notice what is wrong', async () => {
      const copy = `${SCHEMA}.user_booking_attendance`
      await insert(engine, copy, [
        { user_id: 'u1', day: '2026-03-02', plan: 'o', attendance_type: 'confirmed', primary_location_id: 'berlin' },
        { user_id: 'nobody', day: '2026-03-03', plan: 'x', attendance_type: 'walkIn', primary_location_id: 'atlantis' },
      ])
      await insert(engine, `${SCHEMA}.headcount`, [
        {
          day: '2026-03-02',
          hour: 9,
          location_id: 'berlin',
          location_type: 'level',
          node_id: 'level-2',
          people: 7,
          capacity: 10,
        },
      ])
      await insert(engine, `${SCHEMA}.desk_history`, [
        { desk_id: 'd1', valid_from: '2026-02-01', zone_id: 'east', status: 'active' },
      ])
      await build(engine, project)
      expect(await failing(engine, project)).toEqual(
        expect.arrayContaining([
          'assert_buildings_have_no_fewer_people_than_a_level.sql',
          'assert_periods_of_desks_do_not_overlap.sql',
          'analytics.fct_attendance.attendance_id: unique',
          'analytics.fct_attendance.user_id: relationships',
          'analytics.fct_attendance.location_id: relationships',
          'analytics.fct_attendance.plan: accepted_values',
          'copy.user_booking_attendance.plan: accepted_values',
          'assert_location_days_have_everybody_seen.sql',
          'assert_seen_and_planned_agree_with_the_type.sql',
        ]),
      )
    })
  })
})
