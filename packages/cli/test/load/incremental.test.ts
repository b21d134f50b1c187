import { type GroupRow, SEGMENT_DATASETS, type SegmentChange } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LoadSummary } from '../../../loader/src/index.ts'
import { dayIn } from '../../../server/test/parking/support.ts'
import { dayNumber, dayText, type UserDayTruth } from '../../../simulator/src/index.ts'
import { run, temporaryFolder } from '../support.ts'
import { type PublishedCompany, publishCompany, reachedAt } from './company.ts'
import { readDuckDb } from './copies.ts'
import { type Passed, type SpyingProxy, startProxy } from './proxy.ts'
import { checksums } from './rows.ts'
import { lastDayOver, readService } from './service-rows.ts'

let company: PublishedCompany
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let proxy: SpyingProxy
let into: string

beforeAll(async () => {
  company = await publishCompany({ fromDay: '2025-03-03', toDay: '2025-03-30' }, 20)
  folder = await temporaryFolder()
  proxy = await startProxy(company.service.baseUrl)
  into = `${folder.path}/copy.duckdb`
})
afterAll(async () => {
  await proxy?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
  await company?.[Symbol.asyncDispose]()
})

/** Runs the command through the proxy; returns its output and the requests. */
const load = async (...args: string[]): Promise<{ summary: LoadSummary; asked: Passed[] }> => {
  const before = proxy.passed.length
  const finished = await run(['load', ...args, '--into', into, '--json'], reachedAt(company, proxy.baseUrl))
  expect([finished.code, finished.code === 0 ? '' : finished.stderr]).toEqual([0, ''])
  return { summary: JSON.parse(finished.stdout), asked: proxy.passed.slice(before) }
}

const isPublished = ({ path }: Passed) => SEGMENT_DATASETS.some((dataset) => path.endsWith(`/${dataset}`))
const say = ({ dataset, day, locationId }: Pick<SegmentChange, 'dataset' | 'day' | 'locationId'>) =>
  `${dataset} ${day} ${locationId}`

/** The segments covered by the days and location of a request. */
const segmentsOf = ({ path, query }: Passed): string[] => {
  const dataset = path.split('/').at(-1) as SegmentChange['dataset']
  const location = query.get('locationId') ?? query.get('locationIds')
  const [first, last] = [dayNumber(query.get('startDate') ?? ''), dayNumber(query.get('endDate') ?? '')]
  const days = Array.from({ length: last - first + 1 }, (_, index) => dayText(first + index))
  return days.map((day) => say({ dataset, day, locationId: location === 'none' ? null : location }))
}

interface Feed {
  readonly cursor: string
  readonly segments: readonly SegmentChange[]
}

const readFeed = async (from?: string): Promise<Feed> => {
  const segments: SegmentChange[] = []
  for (let cursor = from; ; ) {
    const page = await company.reader.readChanges(cursor === undefined ? {} : { cursor })
    segments.push(...page.segments)
    cursor = page.cursor
    if (!page.hasMore) return { cursor, segments }
  }
}

const userNamed = async (name: string) =>
  (await Array.fromAsync(company.reader.readUsers())).find(({ userName }) => userName === name)?.userId as string

/** Sends a late event, corrects a plan, erases a person, and moves a group below another. */
const changeThePast = async (): Promise<void> => {
  const { administrator, home, service, truth } = company
  const lastErased = '2025-03-09'
  const missed = truth.filter(({ attendanceType, day }) => attendanceType === 'noShow' && day > lastErased)
  const late = missed[0] as UserDayTruth
  const corrected = missed.find(({ day }) => day !== late.day) as UserDayTruth
  const locations = await Array.fromAsync(company.reader.readLocations())
  const office = locations.find(({ locationName }) => locationName === late.plannedLocation)
  const event = {
    ...{ eventId: 'late', userId: await userNamed(late.userName), locationType: 'location' as const },
    timestamp: Temporal.ZonedDateTime.from(`${late.day}T12:00[${office?.timeZone}]`).toInstant().toString(),
    locationId: office?.locationId as string,
  }
  await administrator.submitPresence({ sourceId: 'backup', presenceEvents: [event] })
  await administrator.setDayPlan({ userId: await userNamed(corrected.userName), day: corrected.day }, { plan: 'r' })

  const erased = truth.find(({ firstSeen }) => firstSeen) as UserDayTruth
  await service.database.pool.query(
    `with gone as (delete from presence_events where org_id = $1 and user_id = $2 and local_day <= $3 returning local_day)
     insert into day_change_ticks (org_id, topic, day, reason)
     select distinct $1::uuid, 'presence', local_day, 'erased' from gone`,
    [home.orgId, await userNamed(erased.userName), lastErased],
  )
  const groups = await Array.fromAsync(company.reader.readGroups())
  const [child, parent] = groups.filter(({ parentGroupId }) => parentGroupId === null) as [GroupRow, GroupRow]
  await administrator.replaceGroupRelationships({
    groupRelationships: [
      { ...{ group: child.groupName, groupType: child.groupType }, parent: parent.groupName, parentType: parent.groupType },
    ],
  })
}

/** Renames a building, which appears in the rows of all its days. */
const renameBuilding = async (): Promise<void> => {
  const locations = await Array.fromAsync(company.reader.readLocations())
  await company.service.database.pool.query(`update locations set name = name || ' (old)' where org_id = $1 and id = $2`, [
    ...[company.home.orgId, locations.at(-1)?.locationId],
  ])
}

/** The copy is exact, and only segments that the feed lists since the cursor were read. */
const expectExactBy = async (
  { summary, asked }: Awaited<ReturnType<typeof load>>,
  { cursor, segments: known }: Feed,
): Promise<void> => {
  expect(checksums(await readDuckDb(into))).toEqual(
    checksums(await readService(company.reader, company.range, await lastDayOver(company.reader))),
  )
  const { segments } = await readFeed(cursor)
  for (const name of SEGMENT_DATASETS) {
    const ofDataset = segments.filter(({ dataset }) => dataset === name)
    expect(summary.datasets.find((dataset) => dataset.name === name)).toMatchObject({
      segmentsRead: ofDataset.filter(({ rowCount }) => rowCount > 0).length,
      segmentsRemoved: ofDataset.filter(({ rowCount }) => rowCount === 0).length,
    })
  }
  for (const [reason, count] of Object.entries(summary.reasons)) {
    expect([reason, count]).toEqual([reason, segments.filter((segment) => segment.reason === reason).length])
  }
  const changed = new Set(segments.map(say))
  const withRows = new Set([...known, ...segments].filter(({ rowCount }) => rowCount > 0).map(say))
  const read = asked.filter(isPublished).flatMap(segmentsOf)
  expect(read.filter((segment) => withRows.has(segment) && !changed.has(segment))).toEqual([])
  expect(new Set(read.filter((segment) => changed.has(segment)))).toEqual(
    new Set(segments.filter(({ rowCount }) => rowCount > 0).map(say)),
  )
  expect(changed.size).toBeLessThan(withRows.size / 2)
}

const reasonsOf = ({ summary }: Awaited<ReturnType<typeof load>>): string[] =>
  Object.entries(summary.reasons).flatMap(([reason, count]) => (count > 0 ? [reason] : []))

describe('an incremental load makes the copy exact again, and reads only what has changed', () => {
  beforeAll(() => load('backfill', '--from', company.range.fromDay))

  test('after late events, corrections, erasures and another hierarchy', async () => {
    const before = await readFeed()
    await changeThePast()
    await company.administrator.runRefresh({})
    const loaded = await load('incremental')
    await expectExactBy(loaded, before)
    expect(reasonsOf(loaded)).toEqual(['lateEvents', 'corrected', 'erased'])
    expect(loaded.summary.datasets.find(({ name }) => name === 'groups')?.rowsWritten).toBeGreaterThan(0)
    expect(loaded.summary.datasets.find(({ name }) => name === 'locations')?.unchanged).toBe(1)
  })

  test('after a building was renamed', async () => {
    const before = await readFeed()
    await renameBuilding()
    await company.administrator.runRefresh({})
    const loaded = await load('incremental')
    await expectExactBy(loaded, before)
    expect(reasonsOf(loaded)).toEqual(['corrected'])
  })

  test('and reads no rows after no change', async () => {
    const { summary, asked } = await load('incremental')
    expect(asked.filter(isPublished)).toEqual([])
    const touched = summary.datasets.filter((each) => each.rowsWritten + each.segmentsRead + each.segmentsRemoved > 0)
    expect(touched).toEqual([])
    // Users and the feed are always read; the service itself still creates plans for the last days.
    const isFixed = ({ path, query }: Passed) =>
      !/\/(auth|changes|locations|users)$/.test(path) && (query.get('endDate') ?? '') < dayIn(-2)
    const read = asked.filter((passed) => isFixed(passed) && passed.status !== 304)
    expect(read.map(({ path, query, status }) => `${status} ${path}?${query}`)).toEqual([])
  })
})
