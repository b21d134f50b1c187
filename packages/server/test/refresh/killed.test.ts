import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ending, runAndKill, withTableLocked } from '../../src/testing/run-and-kill.ts'
import { runs } from '../../src/testing/runs.ts'
import { type Bench, type Office, openBench, openOffice } from '../attendance/support.ts'
import { contentOf, noonUtc, refresh, runsOf, segmentsOf, unpublish } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const PROCESS = join(import.meta.dirname, 'refresh-process.ts')
const LATER = noonUtc('2026-03-20')
const DAYS = Array.from({ length: 12 }, (_, index) => `2026-03-${String(index + 2).padStart(2, '0')}`)

/** Starts a refresh in another process and ends it by kill -9 after so many milliseconds, or at the moment. */
const refreshAndKill = async ({ orgId }: Office, moment: number | (() => Promise<boolean>)): Promise<Ending> => {
  const ending = await runAndKill(PROCESS, [bench.service.database.url, orgId, LATER.toISOString()], moment)
  expect(ending).not.toBe('failed')
  return ending
}

/** The server completes the statement that it runs, even a commit, before it notices that the process has ended. */
const untilNoticed = async ({ pool, orgId }: Office): Promise<void> => {
  await expect
    .poll(async () => {
      const { rows } = await pool.query('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as "isFree"', [
        `rollcall.refresh.${orgId}`,
      ])
      return rows[0]?.isFree
    })
    .toBe(true)
}

/** Enough that a refresh takes a while. */
const openHistory = async (): Promise<Office & { locations: string[]; users: string[] }> => {
  const office = await openOffice(bench)
  const locations = [await office.addLocation(), await office.addLocation('Asia/Tokyo'), await office.addLocation('America/Lima')]
  const users = await Promise.all(Array.from({ length: 150 }, (_, index) => office.addUser(locations[index % 3])))
  await office.pool.query(
    `insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
     select $1, u, d, 'o', 'day-plan', 'directory', gen_random_uuid() from unnest($2::uuid[]) u, unnest($3::date[]) d`,
    [office.orgId, users, DAYS],
  )
  for (const day of DAYS) {
    await office.record(
      users.flatMap((userId, index) =>
        index % 4 === 0
          ? []
          : [
              {
                ...{ eventId: `${userId} ${day}`, userId, locationId: locations[(index + Number(day.slice(-2))) % 3] as string },
                ...{ timestamp: `${day}T09:00:00Z`, locationType: 'location' as const },
              },
            ],
      ),
    )
  }
  return { ...office, locations, users }
}

/** Either all of a run is there or nothing: positions without gaps in the feed, chunks for every segment that has rows. */
const inconsistencies = async ({ pool, orgId }: Office): Promise<object[]> => {
  const { rows } = await pool.query(
    `select 'position' as what, s.dataset, s.day
     from segments s
     where s.org_id = $1 and (s.position < 1 or s.position > (select position from change_feeds where org_id = $1))
     union all
     select 'rows', s.dataset, s.day
     from segments s
     left join segment_chunks c using (org_id, dataset, day, location_id)
     where s.org_id = $1 and s.sha256 is not null
     group by s.dataset, s.day, s.location_id, s.row_count
     having s.row_count <> coalesce(sum(c.row_count), 0)`,
    [orgId],
  )
  return rows
}

test('a refresh that is killed at any moment, again and again, leaves what one undisturbed run would have', async () => {
  const office = await openHistory()
  const started = Date.now()
  await refresh(office, LATER)
  const usual = Date.now() - started
  await unpublish(office)
  let [killed, hour] = [0, 10]
  // However fast it is: before it stores the first rows, and when only their positions are missing.
  for (const table of ['segments', 'change_feeds']) {
    const ending = await withTableLocked(office.pool, table, (isWaitedFor) => refreshAndKill(office, isWaitedFor))
    if (ending === 'killed') killed++
    await untilNoticed(office)
    expect(await segmentsOf(office)).toEqual([])
    expect(await inconsistencies(office)).toEqual([])
  }
  await fc.assert(
    // Integers of this size spread evenly; most generated fractions would be almost zero.
    fc.asyncProperty(fc.integer({ min: 0, max: 120 }), async (percent) => {
      const before = await segmentsOf(office)
      const isDone = (await refreshAndKill(office, (percent / 100) * usual)) === 'done'
      await untilNoticed(office)
      expect(await inconsistencies(office)).toEqual([])
      if (!isDone) killed++
      const after = await segmentsOf(office)
      // Killed between the commit and the last word it may be published.
      if (!isDone && JSON.stringify(after) !== JSON.stringify(before))
        expect((await runsOf(office)).at(-1)?.status).toBe('succeeded')
      for (const index of [1, 2]) {
        const [user, location] = [office.users[index] as string, office.locations[index] as string]
        await office.see(user, location, `${DAYS[hour % 12]}T${hour}:0${index}:00Z`)
      }
      hour = 10 + ((hour - 9) % 12)
    }),
    { numRuns: runs(4), seed: 20260302, endOnFailure: true },
  )
  expect(killed).toBeGreaterThan(0)
  await refresh(office, LATER)
  expect((await runsOf(office)).every(({ status }) => status !== 'running')).toBe(true)
  const published = await contentOf(office)
  await unpublish(office)
  await refresh(office, LATER)
  expect(published).toEqual(await contentOf(office))
  expect(published.length).toBeGreaterThan(60)
})
