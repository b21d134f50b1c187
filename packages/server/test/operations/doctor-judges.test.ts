import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { checkConfiguration, checkProxies } from '../../src/operations/doctor/check-configuration.ts'
import { checkDataFolder, checkDisk, checkOrphanClusters, judgeDisk } from '../../src/operations/doctor/check-data-folder.ts'
import { checkSecretKey, judgeZones } from '../../src/operations/doctor/check-database.ts'
import { judgeClock, judgeServer, type ServerFacts } from '../../src/operations/doctor/check-server.ts'
import { judgeMetrics } from '../../src/operations/doctor/check-service.ts'
import type { Finding } from '../../src/operations/doctor/finding.ts'
import { OUR_VARIABLES } from '../../src/platform/config.ts'

/** Level and check of each finding, which is what programs go by. */
const levels = (findings: readonly Finding[]): string[] => findings.map(({ level, check }) => `${level} ${check}`)
const problems = (findings: readonly Finding[]): string[] => levels(findings.filter(({ level }) => level !== 'ok'))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-doctor-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the doctor, of the configuration', () => {
  it('finds nothing where all is known and can be read', () => {
    expect(levels(checkConfiguration({ ROLLCALL_POOL_SIZE: '20', ROLLCALL_URL: 'http://x', PATH: 'x' }))).toEqual([
      'ok configuration',
    ])
  })

  it('names every value that cannot be read, and every misspelled name with the nearest known one', () => {
    const findings = checkConfiguration({ PORT: 'x', ROLLCALL_POOL_SIZE: '1', ROLLCALL_LAKE_S3: 'x', ROLLCALL_DATADIR: '/x' })
    expect(levels(findings)).toEqual([...Array(3).fill('fail configuration'), 'warn configuration'])
    expect(findings[3]?.remedy).toBe('Did you mean ROLLCALL_DATA_DIR?')
    expect(levels(checkConfiguration({ ROLLCALL_LAKE_DIR: '/x', ROLLCALL_LAKE_S3: 's3://bucket' }))).toEqual([
      'fail configuration',
    ])
  })

  it('knows every variable that the packages read', () => {
    const packages = join(import.meta.dirname, '../../..')
    const sources = ['server/src/platform/config.ts', 'server/src/platform/push-config.ts', 'cli/src/program.ts'].map((path) =>
      readFileSync(join(packages, path), 'utf8'),
    )
    for (const folder of ['cli/src', 'loader/src', 'client/src', 'simulator/src']) {
      for (const path of readdirSync(join(packages, folder), { recursive: true, encoding: 'utf8' })) {
        if (path.endsWith('.ts')) sources.push(readFileSync(join(packages, folder, path), 'utf8'))
      }
    }
    const read = new Set(sources.join('\n').match(/\bROLLCALL_[A-Z0-9_]+[A-Z0-9]\b/g))
    expect([...read].toSorted()).toEqual(OUR_VARIABLES.toSorted())
  })

  it('recognizes a sealing key', () => {
    expect(checkSecretKey({ secretKey: undefined })).toEqual([])
    expect(checkSecretKey({ secretKey: `${'ab'.repeat(32)},${Buffer.alloc(32).toString('base64')}` })).toEqual([])
    expect(levels(checkSecretKey({ secretKey: 'secret' }))).toEqual(['fail sealing-key'])
  })

  test.each([
    [{ trustProxy: undefined, host: '0.0.0.0' }, 'ok'],
    [{ trustProxy: 1, host: '127.0.0.1' }, 'ok'],
    [{ trustProxy: 1, host: '0.0.0.0' }, 'warn'],
    [{ trustProxy: 0, host: '0.0.0.0' }, 'warn'],
    [{ trustProxy: '10.0.0.0/8, ::1, loopback', host: '0.0.0.0' }, 'ok'],
    [{ trustProxy: '10.0.0.0/33', host: '0.0.0.0' }, 'fail'],
    [{ trustProxy: 'nginx', host: '0.0.0.0' }, 'fail'],
    [{ trustProxy: '0.0.0.0/0', host: '0.0.0.0' }, 'fail'],
    [{ trustProxy: '::/0', host: '0.0.0.0' }, 'fail'],
  ])('of trusted proxies %j says %s', (config, level) => {
    expect(levels(checkProxies(config))).toEqual([`${level} proxy`])
  })
})

describe('the doctor, of the data folder', () => {
  it('wants it to exist, to belong to the service, and its secrets to be private', async () => {
    const dataDir = join(folder, 'data')
    const look = async (databaseUrl?: string) => levels(await checkDataFolder({ dataDir, databaseUrl }))
    expect(await look()).toEqual(['warn data-folder'])
    await mkdir(dataDir, { mode: 0o711 })
    expect(await look()).toEqual(['ok data-folder'])
    await writeFile(join(dataDir, 'secret.key'), 'x', { mode: 0o640 })
    await writeFile(join(dataDir, 'metrics.token'), 'x', { mode: 0o600 })
    await chmod(dataDir, 0o777)
    expect(await look()).toEqual(['fail data-folder', 'fail data-folder'])
    await chmod(dataDir, 0o700)
    await chmod(join(dataDir, 'secret.key'), 0o600)
    await mkdir(join(dataDir, 'postgres'))
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '18')
    expect(await look()).toEqual(['ok data-folder'])
    expect(await look('postgres://elsewhere')).toEqual(['warn data-folder'])
    await writeFile(join(folder, 'file'), '')
    expect(levels(await checkDataFolder({ dataDir: join(folder, 'file'), databaseUrl: undefined }))).toEqual(['fail data-folder'])
  })

  it('says how full its disk is', async () => {
    const gib = 1024 ** 3
    expect(judgeDisk('disk', 50 * gib, 100 * gib).level).toBe('ok')
    expect(judgeDisk('disk', 3 * gib, 100 * gib).level).toBe('warn')
    expect(judgeDisk('disk', 3 * gib, 20 * gib).level).toBe('ok')
    expect(judgeDisk('disk', 0.2 * gib, 100 * gib).level).toBe('fail')
    expect(await checkDisk({ dataDir: folder, databaseUrl: undefined })).toHaveLength(2)
  })

  it('counts databases that data folders have left behind, but not its own', async () => {
    const shared = join(folder, 'shared')
    const own = join(shared, '0123456789abcdef')
    await mkdir(own, { recursive: true })
    const dataDir = join(folder, 'linking')
    await mkdir(dataDir)
    await symlink(own, join(dataDir, 'postgres'))
    const look = async () => levels(await checkOrphanClusters({ dataDir, databaseUrl: undefined }, shared))
    expect(await look()).toEqual(['ok orphan-clusters'])
    await mkdir(join(shared, 'fedcba9876543210'))
    expect(await look()).toEqual(['warn orphan-clusters'])
  })
})

describe('the doctor, of PostgreSQL', () => {
  const good: ServerFacts = {
    ...{ version: 180_004, encoding: 'UTF8', fsync: 'on', fullPageWrites: 'on', synchronousCommit: 'on' },
    ...{ autovacuum: 'on', trackCounts: 'on', connections: 97, programs: 2, collationVersion: '1', actualCollationVersion: '1' },
    ...{ transactionAge: 1_000, bytes: 1_000_000, longestTransaction: 0, knowsLetters: true },
  }
  const judge = (facts: Partial<ServerFacts>, poolSize = 10) => problems(judgeServer({ ...good, ...facts }, { poolSize }))

  it('finds nothing where all is as it should be', () => {
    expect(judge({})).toEqual([])
    expect(
      judge({ version: 150_018, synchronousCommit: 'remote_apply', collationVersion: null, actualCollationVersion: null }),
    ).toEqual([])
  })

  test.each<[string, Partial<ServerFacts>]>([
    ['fail database-version', { version: 140_009 }],
    ['warn database-version', { version: 190_000 }],
    ['fail durability', { fsync: 'off' }],
    ['fail durability', { fullPageWrites: 'off' }],
    ['fail durability', { synchronousCommit: 'off' }],
    ['fail connections', { connections: 30 }],
    ['warn connections', { programs: 3 }],
    ['fail upkeep', { autovacuum: 'off' }],
    ['fail upkeep', { trackCounts: 'off' }],
    ['fail upkeep', { transactionAge: 1_500_000_000 }],
    ['warn upkeep', { longestTransaction: 90 }],
    ['fail text', { encoding: 'SQL_ASCII' }],
    ['fail text', { actualCollationVersion: '2' }],
    ['warn text', { knowsLetters: false }],
  ])('says %s for %j', (problem, facts) => {
    expect(judge(facts)).toEqual([problem])
  })

  it('compares clocks, and time zones with those of Node', () => {
    expect([0, -1_000, 5_000, -5_000, 90_000].map((ms) => judgeClock(ms).level)).toEqual(['ok', 'ok', 'warn', 'warn', 'fail'])
    const winter = { at: new Date('2026-01-01T00:00:00Z'), zone: 'Europe/Berlin' }
    expect(levels(judgeZones([{ ...winter, seconds: 3_600 }]))).toEqual(['ok time-zones'])
    expect(levels(judgeZones([{ ...winter, seconds: 7_200 }]))).toEqual(['warn time-zones'])
    expect(levels(judgeZones([{ ...winter, seconds: null }]))).toEqual(['fail time-zones'])
    expect(levels(judgeZones([{ ...winter, zone: 'Europe/Atlantis', seconds: 3_600 }]))).toEqual(['fail time-zones'])
  })
})

it('the doctor reads from the metrics that a proxy is not trusted, and that requests were refused', () => {
  const metrics = (forwarded: number, refused: number) =>
    `rollcall_untrusted_forwarded_requests_total ${forwarded}\nrollcall_overload_refusals_total{what="bodies"} ${refused}\n`
  expect(judgeMetrics(metrics(0, 0))).toEqual([])
  expect(levels(judgeMetrics(metrics(3, 2)))).toEqual(['warn proxy', 'warn service'])
  expect(judgeMetrics('rollcall_prefixed_requests_total 2\n')).toMatchObject([
    { level: 'warn', check: 'proxy', found: expect.stringContaining('2 requests came below a path prefix') },
  ])
})
