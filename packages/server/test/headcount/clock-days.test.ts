import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bench, openOffice, shareBench } from '../attendance/support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

/** Some change their clocks at midnight, one by half an hour, and some never. */
const ZONES = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Africa/Cairo', 'Asia/Beirut', 'America/Santiago'],
  ...['Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Kiritimati'],
]
const BEGINNINGS = [0, 1, 4]
const SPANS = [
  ['2026-02-25', '2026-05-03'],
  ['2026-09-01', '2026-11-05'],
] as const

/** The moments of a day: all, those that its row of clock_days has, and those of them with another hour. */
interface Counted {
  readonly zone: string
  readonly beginning: number
  readonly day: string
  readonly moments: number
  readonly inside: number
  readonly wrong: number
}

it.each(SPANS)(
  'the days without a change of clocks have 24 hours, and the hour of a moment is the time since they began (%s to %s)',
  async (firstDay, lastDay) => {
    const office = await openOffice(bench)
    for (const zone of ZONES) {
      for (const hour of BEGINNINGS) {
        const id = await office.addLocation(zone)
        await office.pool.query('update locations set day_start_hour = $3 where org_id = $1 and id = $2', [
          office.orgId,
          id,
          hour,
        ])
      }
    }
    // Half an hour apart, so that a day has 48 moments unless the clocks change.
    const { rows } = await office.pool.query<Counted>(
      `select l.time_zone as zone, l.day_start_hour as beginning, d.day, count(*)::integer as moments,
         (count(*) filter (where m >= c.begins_at and m < c.ends_at))::integer as inside,
         (count(*) filter (
           where m >= c.begins_at and m < c.ends_at
             and date_part('hour', m - c.begins_at)::integer <> hour_of_day(m, l.time_zone, l.day_start_hour)
         ))::integer as wrong
       from generate_series($2::timestamptz - interval '2 days', $3::timestamptz + interval '3 days', interval '30 minutes') m
       cross join locations l
       cross join lateral (select local_day(m, l.time_zone, l.day_start_hour) as day) d
       left join clock_days($1, $2::date, $3::date) c on c.location_id = l.id and c.day = d.day
       where l.org_id = $1 and d.day between $2::date and $3::date
       group by l.id, l.time_zone, l.day_start_hour, d.day`,
      [office.orgId, firstDay, lastDay],
    )
    expect(rows.length).toBeGreaterThan(ZONES.length * BEGINNINGS.length * 60)
    expect(rows.filter(({ wrong }) => wrong > 0)).toEqual([])
    // In New York 1:00 comes twice: a day that begins then has moments before its beginning, which the time zone decides.
    const plain = rows.filter(({ beginning }) => beginning !== 1)
    expect(plain.filter(({ moments, inside }) => inside !== (moments === 48 ? 48 : 0))).toEqual([])
    expect(new Set(rows.flatMap(({ zone, moments }) => (moments === 48 ? [] : [zone])))).toEqual(
      new Set(ZONES.filter((zone) => !['UTC', 'Asia/Kathmandu', 'Pacific/Kiritimati'].includes(zone))),
    )
  },
)
