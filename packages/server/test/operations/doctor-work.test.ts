import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLake } from '../../src/operations/doctor/check-lake.ts'
import { checkKeys, checkQuarantine, checkRefresh, checkSources } from '../../src/operations/doctor/check-work.ts'
import type { Finding } from '../../src/operations/doctor/finding.ts'
import { startTestService, type TestService } from '../../src/testing/test-service.ts'
import { createPrivateFolder } from '../../src/warehouse/formats/parquet-file.ts'
import { manifestPath } from '../../src/warehouse/lake/lake-paths.ts'
import { writeManifest } from '../../src/warehouse/lake/manifest.ts'
import { openLake } from '../../src/warehouse/lake/open-lake.ts'
import { seedDirectory } from '../http/support/directory-data.ts'

const levels = (findings: readonly Finding[]): string[] => findings.map(({ level, check }) => `${level} ${check}`)

let service: TestService
let orgId: string
let locationId: string

beforeAll(async () => {
  service = await startTestService({ nightly: false })
  const organization = await service.createOrganization()
  orgId = organization.id
  const { berlin } = await seedDirectory(service.database.pool, orgId, 'doctor')
  locationId = berlin
})
afterAll(() => service[Symbol.asyncDispose]())

const query = (text: string, values: unknown[] = []) => service.database.pool.query(text, values)

/** What the check finds while the organization is a copy that was left behind by a move to another cell. */
const lookAtCopy = async (look: () => Promise<string[]>): Promise<string[]> => {
  await query(`update organizations set placement = 'gone' where id = $1`, [orgId])
  const found = await look()
  await query(`update organizations set placement = 'here' where id = $1`, [orgId])
  return found
}

describe('the doctor, of the work of the service', () => {
  it('warns of a location that missed a night, and asks for action after two', async () => {
    const look = async (moment: string) => levels(await checkRefresh(service.database.db, new Date(moment)))
    await query(`update locations set time_zone = 'Europe/Berlin', refresh_hour = 3 where org_id = $1`, [orgId])
    await query(
      `insert into published_locations (org_id, location_id, published_through, published_at)
       select org_id, location_id, '2026-03-01', now() from publishing_locations`,
    )
    // The day before ended at 23:00 UTC; it is refreshed from 03:00 in Berlin on, and may take two hours.
    expect(await look('2026-03-03T03:30:00Z')).toEqual(['ok refresh'])
    await query(`update published_locations set published_through = '2026-03-02' where location_id <> $1`, [locationId])
    expect(await look('2026-03-03T04:30:00Z')).toEqual(['warn refresh'])
    expect(await look('2026-03-05T04:30:00Z')).toEqual(['fail refresh'])
    await query('delete from published_locations where location_id = $1', [locationId])
    expect(await look(new Date(Date.now() - 3_600_000).toISOString())).not.toContain('ok refresh')
  })

  it('warns of a quarantine that grows faster than it used to', async () => {
    const look = async () => levels(await checkQuarantine(service.database.db))
    const refuse = (count: number, age: string) =>
      query(
        `insert into quarantine (org_id, kind, source_no, event_id, utc_day, payload, result_code, reason, refused_at)
         select $1, 'presence', 1, gen_random_uuid()::text, current_date, '{}', 1, 'x', now() - $3::interval
         from generate_series(1, $2)`,
        [orgId, count, age],
      )
    await query(`insert into sources (org_id, source_no, source_id) values ($1, 1, 'readers')`, [orgId])
    expect(await look()).toEqual(['ok quarantine'])
    await refuse(500, '5 days')
    await refuse(120, '1 hour')
    expect(await look()).toEqual(['ok quarantine'])
    await refuse(400, '2 hours')
    expect(await look()).toEqual(['warn quarantine'])
  })

  it('takes refused events of a backfill for those of their days, unless much of the history was refused', async () => {
    await query('delete from quarantine where org_id = $1', [orgId])
    const look = async () => levels(await checkQuarantine(service.database.db))
    const refuse = (count: number, firstDay: number) =>
      query(
        `insert into quarantine (org_id, kind, source_no, event_id, utc_day, payload, result_code, reason, refused_at)
         select $1, 'presence', 1, gen_random_uuid()::text, current_date - $3::int - n % 25, '{}', 1, 'x', now() - interval '1 minute'
         from generate_series(1, $2) n`,
        [orgId, count, firstDay],
      )
    await query('update sources set accepted = 4000, user_not_found = 1000 where org_id = $1 and source_no = 1', [orgId])
    await refuse(1000, 2)
    expect(await look()).toEqual(['ok quarantine'])
    await refuse(1, 2)
    expect(await look()).toEqual(['warn quarantine'])
    await query('update sources set accepted = 40000 where org_id = $1 and source_no = 1', [orgId])
    expect(await look()).toEqual(['ok quarantine'])
    await query('update quarantine set utc_day = current_date - 1 where org_id = $1', [orgId])
    expect(await look()).toEqual(['warn quarantine'])
  })

  it('names sources that fell silent and clocks that are ahead, but neither new nor retired ones', async () => {
    const add = (id: string, firstSeen: string, lastReceived: string, skew = 0) =>
      query(
        `insert into sources (org_id, source_no, source_id, first_seen_at, last_received_at, clock_skew_ms)
         select $1, max(source_no) + 1, $2, now() - $3::interval, now() - $4::interval, $5 from sources`,
        [orgId, id, firstSeen, lastReceived, skew],
      )
    await add('well', '90 days', '1 hour', -900_000)
    await add('tried out', '9 days', '8 days')
    await add('retired', '300 days', '200 days')
    expect(levels(await checkSources(service.database.db))).toEqual(['ok sources'])
    await add('silent', '90 days', '6 days')
    await add('ahead', '90 days', '1 hour', 3_600_000)
    const findings = await checkSources(service.database.db)
    expect(levels(findings)).toEqual(['warn sources', 'warn sources'])
    expect(findings.map(({ found }) => found)).toEqual([
      expect.stringMatching(/: silent\.$/),
      expect.stringMatching(/: ahead\.$/),
    ])
  })

  it('names keys in use that end soon, unless a successor is there', async () => {
    const { id } = await service.createKey(orgId, 'data-warehouse')
    const { id: unused } = await service.createKey(orgId, 'data-warehouse')
    await query('insert into key_usage (org_id, key_id, day) values ($1, $2, current_date)', [orgId, id])
    expect(levels(await checkKeys(service.database.db))).toEqual(['ok keys'])
    await query(`update api_keys set expires_at = now() + interval '3 days' where id = any ($1)`, [[id, unused]])
    const [finding] = await checkKeys(service.database.db)
    expect([finding?.level, finding?.found]).toEqual(['warn', expect.stringContaining(id)])
    expect(finding?.found).not.toContain(unused)
    expect(await lookAtCopy(async () => levels(await checkKeys(service.database.db)))).toEqual(['ok keys'])
    const { id: successor } = await service.createKey(orgId, 'data-warehouse')
    await query('update api_keys set family_id = $2 where id = $1', [successor, id])
    expect(levels(await checkKeys(service.database.db))).toEqual(['ok keys'])
  })

  it('warns of a lake that does not follow, or has manifests that the database knows nothing of', async () => {
    await using folder = await createPrivateFolder()
    const { path: dir } = folder
    const look = async (path = dir) => levels(await checkLake(service.database.db, { kind: 'folder', dir: path }))
    await query(`insert into change_feeds (org_id, position, refreshed_at) values ($1, 5, now() - interval '2 hours')`, [orgId])
    expect(await checkLake(service.database.db, undefined)).toEqual([])
    expect(await look()).toEqual(['warn lake'])
    expect(await lookAtCopy(look)).toEqual(['ok lake'])
    await query('update change_feeds set refreshed_at = now() where org_id = $1', [orgId])
    expect(await look()).toEqual(['ok lake'])
    const lake = await openLake({ kind: 'folder', dir })
    await writeManifest(lake, { timeline: randomUUID(), orgId, after: 0, position: 7, segments: [] })
    expect(await look()).toEqual(['warn lake'])
    await query('insert into lake_exports (org_id, lake, position) values ($1, $2, 7)', [orgId, lake.address])
    expect(await look()).toEqual(['warn lake'])
    await lake.put(manifestPath(orgId, 7), Buffer.from('{'))
    expect(await look()).toEqual(['fail lake'])
    await writeFile(join(dir, 'file'), '')
    expect(await look(join(dir, 'file'))).toEqual(['fail lake'])
  })
})
