import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { AttendanceRow, PresenceRow } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PARTITIONS } from '../../src/warehouse/lake/lake-paths.ts'
import { exportLake } from '../../src/warehouse/lake/lake-service.ts'
import { openLake } from '../../src/warehouse/lake/open-lake.ts'
import { type Bench, type Office, openBench, openOffice } from '../attendance/support.ts'
import { noonUtc, refresh, segmentsOf } from '../refresh/support.ts'
import { createLakeFolder, exportTo, filesOf, manifestsOf, publishedRows, readLake } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const DATASETS = ['user-booking-attendance', 'presence']

const expectSameAsPublished = async (office: Office, dir: string): Promise<void> => {
  for (const dataset of DATASETS) expect(await readLake(dir, dataset)).toEqual(await publishedRows(office, dataset))
}

/** Two buildings and a user without any, on two days that are over and published. */
const openPublished = async () => {
  const office = await openOffice(bench)
  const [berlin, paris] = [await office.addLocation(), await office.addLocation('Asia/Tokyo')]
  const [ada, bob, eve] = [await office.addUser(berlin), await office.addUser(paris), await office.addUser()]
  await office.plan(ada, '2026-03-02', 'o')
  await office.plan(eve, '2026-03-02', 'r')
  await office.see(ada, berlin, '2026-03-02T09:00:00Z')
  await office.see(bob, paris, '2026-03-02T01:00:00.123Z', '2026-03-02T23:00:00Z')
  await refresh(office, noonUtc('2026-03-05'))
  return { office, berlin, paris, ada, bob, eve }
}

const modesOf = async (dir: string): Promise<string[]> => {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const modes = entries.map(async (entry) => {
    const { mode } = await stat(join(entry.parentPath, entry.name))
    return `${entry.isFile() ? 'file' : 'folder'} ${(mode & 0o777).toString(8)}`
  })
  return [...new Set(await Promise.all(modes))].sort()
}

describe('A folder', () => {
  it('keeps its rows to the user who runs the service, unless it was given to a group', async () => {
    const { office } = await openPublished()
    await using lake = await createLakeFolder()
    await chmod(lake.dir, 0o755)
    await exportTo(office, lake.storage)
    expect(await modesOf(lake.dir)).toEqual(['file 600', 'folder 700'])
    await using shared = await createLakeFolder()
    await chmod(shared.dir, 0o2750)
    await exportTo(office, shared.storage)
    expect(await modesOf(shared.dir)).toEqual(['file 640', 'folder 750'])
  })
})

describe('An export', () => {
  it('writes what is published as files that any reader of Parquet finds, with its place in their paths', async () => {
    const { office, berlin } = await openPublished()
    await using lake = await createLakeFolder()
    const report = await exportTo(office, lake.storage)
    await expectSameAsPublished(office, lake.dir)
    const segments = await segmentsOf(office)
    expect(report).toMatchObject({ segments: segments.length, removed: 0, position: segments.length })
    const org = `org=${office.orgId}`
    expect(await filesOf(lake.dir)).toEqual(
      [
        `_manifests/${org}/${String(segments.length).padStart(16, '0')}.json`,
        ...segments.map(({ dataset, day, locationId }) => {
          const location = locationId.startsWith('00000000') ? 'none' : locationId
          return `dataset=${dataset}/${org}/local_day=${day}/location=${location}/rows.parquet`
        }),
      ].sort(),
    )
    expect(await filesOf(lake.dir)).toContain(
      `dataset=user-booking-attendance/${org}/local_day=2026-03-02/location=${berlin}/rows.parquet`,
    )
  })

  it('has no partition of a name that a column has', () => {
    const columns = [AttendanceRow, PresenceRow].flatMap(({ properties }) =>
      Object.keys(properties).map((name) => name.toLowerCase()),
    )
    expect(PARTITIONS.filter((name) => columns.includes(name))).toEqual([])
  })

  it('lists what it wrote in a manifest, as the change feed has it', async () => {
    const { office } = await openPublished()
    await using lake = await createLakeFolder()
    await exportTo(office, lake.storage)
    const segments = await segmentsOf(office)
    const [manifest] = await manifestsOf(lake.dir)
    expect(manifest).toMatchObject({ orgId: office.orgId, after: 0, position: segments.length })
    const listed = manifest?.segments.map(({ dataset, day, locationId, revision, reason, rows, sha256 }) => {
      return {
        dataset,
        day,
        locationId: locationId ?? '00000000-0000-0000-0000-000000000000',
        revision,
        reason,
        rowCount: rows,
        sha256,
      }
    })
    const inOrder = segments.toSorted((a, b) => a.position - b.position)
    expect(listed).toEqual(inOrder.map(({ position: _, ...segment }) => segment))
    for (const { fileSha256, bytes } of manifest?.segments ?? []) {
      expect(fileSha256).toMatch(/^[0-9a-f]{64}$/)
      expect(bytes).toBeGreaterThan(0)
    }
  })

  it('writes only what was published since the last one, and nothing where nothing was', async () => {
    const { office, berlin, ada } = await openPublished()
    await using lake = await createLakeFolder()
    const first = await exportTo(office, lake.storage)
    expect(await exportTo(office, lake.storage)).toMatchObject({ segments: 0, position: first.position })
    expect(await manifestsOf(lake.dir)).toHaveLength(1)

    await office.see(ada, berlin, '2026-03-02T17:00:00Z')
    await refresh(office, noonUtc('2026-03-05'))
    expect(await exportTo(office, lake.storage)).toMatchObject({ segments: 3 })
    await expectSameAsPublished(office, lake.dir)
    const [, second] = await manifestsOf(lake.dir)
    expect(second).toMatchObject({ after: first.position, position: first.position + 3 })
    expect(second?.segments.map(({ dataset, revision, reason }) => [dataset, revision, reason]).sort()).toEqual([
      ['headcount', 2, 'lateEvents'],
      ['presence', 2, 'lateEvents'],
      ['user-booking-attendance', 2, 'lateEvents'],
    ])
  })

  it('removes the file of a segment that has lost its rows', async () => {
    const { office, eve } = await openPublished()
    await using lake = await createLakeFolder()
    await exportTo(office, lake.storage)
    await office.pool.query('delete from day_plans where org_id = $1 and user_id = $2', [office.orgId, eve])
    await refresh(office, noonUtc('2026-03-05'))
    expect(await exportTo(office, lake.storage)).toMatchObject({ segments: 1, removed: 1, rows: 0, bytes: 0 })
    expect((await filesOf(lake.dir)).filter((name) => name.includes('location=none'))).toEqual([])
    await expectSameAsPublished(office, lake.dir)
    expect((await manifestsOf(lake.dir)).at(-1)?.segments).toMatchObject([
      { locationId: null, removed: true, rows: 0, bytes: 0, fileSha256: null },
    ])
  })

  it('writes a long history in parts, each with its manifest', async () => {
    const office = await openOffice(bench)
    const ada = await office.addUser()
    const planDays = (from: number, to: number) =>
      office.pool.query(
        `insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
         select $1, $2, date '2024-01-01' + n, 'r', 'day-plan', 'directory', gen_random_uuid()
         from generate_series($3::int, $4) n`,
        [office.orgId, ada, from, to - 1],
      )
    await planDays(0, 500)
    await refresh(office, noonUtc('2026-03-05'))
    // A day that has lost its rows takes its place in a part, and costs little.
    await office.pool.query(`delete from day_plans where org_id = $1 and day >= date '2024-01-01' + 10`, [office.orgId])
    await planDays(500, 510)
    await refresh(office, noonUtc('2026-03-05'))
    await using lake = await createLakeFolder()
    expect(await exportTo(office, lake.storage)).toMatchObject({ segments: 510, removed: 490, rows: 20, position: 1000 })
    const parts = (await manifestsOf(lake.dir)).map(({ after, position, segments }) => {
      return { after, position, segments: segments.length, removed: segments.filter(({ removed }) => removed).length }
    })
    expect(parts).toEqual([
      { after: 0, position: 990, segments: 500, removed: 490 },
      { after: 990, position: 1000, segments: 10, removed: 0 },
    ])
    expect(await readLake(lake.dir, 'user-booking-attendance')).toHaveLength(20)
  })

  it('that failed before the end is done again', async () => {
    const { office } = await openPublished()
    await using lake = await createLakeFolder()
    // This path is where the manifests should be.
    await writeFile(join(lake.dir, '_manifests'), '')
    await expect(exportTo(office, lake.storage)).rejects.toThrow(/EEXIST|ENOTDIR/)
    expect((await filesOf(lake.dir)).filter((name) => name.endsWith('.tmp'))).toEqual([])
    await rm(join(lake.dir, '_manifests'))
    const all = (await segmentsOf(office)).length
    expect(await exportTo(office, lake.storage)).toMatchObject({ segments: all })
    await expectSameAsPublished(office, lake.dir)
  })

  it('removes what killed exports have left: those of this machine at once, those of others after an hour', async () => {
    await using lake = await createLakeFolder()
    const left = async (name: string, ageMs = 0) => {
      const path = join(lake.dir, '.writing', `${name}.${randomUUID()}.tmp`)
      await writeFile(path, 'half')
      await utimes(path, new Date(), new Date(Date.now() - ageMs))
      return path.slice(lake.dir.length + 1)
    }
    await mkdir(join(lake.dir, '.writing'))
    const dead = spawnSync('true').pid
    await left(`${hostname()}.${dead}`)
    const own = await left(`${hostname()}.${process.pid}`)
    const other = await left(`other.${dead}`, 3_590_000)
    await left(`other.${dead}`, 3_610_000)
    await openLake({ kind: 'folder', dir: lake.dir })
    expect(await filesOf(lake.dir)).toEqual([own, other].sort())
  })

  it('writes everything to a lake that was emptied, and to another one', async () => {
    const { office } = await openPublished()
    await using lake = await createLakeFolder()
    const { segments } = await exportTo(office, lake.storage)
    await rm(lake.dir, { recursive: true })
    expect(await exportTo(office, lake.storage)).toMatchObject({ segments })
    await expectSameAsPublished(office, lake.dir)
    await using other = await createLakeFolder()
    expect(await exportTo(office, other.storage)).toMatchObject({ segments })
    await expectSameAsPublished(office, other.dir)
  })

  it('is of one organization', async () => {
    const [{ office }, { office: other }] = [await openPublished(), await openPublished()]
    await using lake = await createLakeFolder()
    await exportTo(office, lake.storage)
    await expectSameAsPublished(office, lake.dir)
    expect((await manifestsOf(lake.dir)).map(({ orgId }) => orgId)).not.toContain(other.orgId)
  })

  it('is made by one at a time', async () => {
    const { office } = await openPublished()
    await using lake = await createLakeFolder()
    const reports = await Promise.all(Array.from({ length: 4 }, () => exportLake(office, lake.storage, office.orgId)))
    const written = reports.flatMap((report) => (report && report.segments > 0 ? [report.segments] : []))
    expect(written).toEqual([(await segmentsOf(office)).length])
    await expectSameAsPublished(office, lake.dir)
  })

  it('stops on request, and resumes later', async () => {
    const { office } = await openPublished()
    await using lake = await createLakeFolder()
    await expect(
      exportLake(office, lake.storage, office.orgId, { signal: AbortSignal.abort(new Error('stopping')) }),
    ).rejects.toThrow('stopping')
    await exportTo(office, lake.storage)
    await expectSameAsPublished(office, lake.dir)
  })
})
