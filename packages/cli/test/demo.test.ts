import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient, type RollcallClient } from '@rollcall/client'
import { expect, onTestFinished, test } from 'vitest'
import type { DemoFile } from '../src/demo/demo-file.ts'
import { run, spawnCli, temporaryFolder } from './support.ts'

const DAY_MS = 86_400_000
const MARK = 'changed by an evaluator'

interface RunningDemo {
  readonly file: DemoFile
  readonly client: RollcallClient
  /** Its output until it was ready. */
  readonly banner: string
  readonly progress: string
  stop(): Promise<{ code: number | null; stderr: string }>
}

/** `rollcall demo` as a process, once it has printed its banner. */
const startDemo = async (dataDir: string): Promise<RunningDemo> => {
  const env = { ROLLCALL_DATA_DIR: dataDir, PORT: '0', HOST: '' }
  const child = spawnCli(['demo', '--employees', '60', '--days', '6'], env)
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text) => {
      output[name] += text
    })
  }
  const closed = once(child, 'close')
  onTestFinished(() => void child.kill('SIGTERM'))
  const stop = async () => {
    child.kill('SIGTERM')
    const [code] = await closed
    return { code, stderr: output.stderr }
  }
  await Promise.race([
    closed.then(() => Promise.reject(new Error(`The demo ended: ${output.stdout}${output.stderr}`))),
    expect.poll(() => output.stdout, { timeout: 150_000 }).toContain('Stop with Ctrl+C'),
  ])
  const file: DemoFile = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  const client = createClient({ baseUrl: file.baseUrl, key: file.keys['all-permissions'] })
  return { file, client, banner: output.stdout, progress: output.stderr, stop }
}

const all = async <T>(rows: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = []
  for await (const row of rows) found.push(row)
  return found
}

/** As if the demo had not run for the last three completed days. Returns the last day that it knows then. */
const forgetDays = async (dataDir: string): Promise<string> => {
  const path = join(dataDir, 'demo.json')
  const file: DemoFile = JSON.parse(await readFile(path, 'utf8'))
  const earlier = (day: string) => new Date(Date.parse(day) - 3 * DAY_MS).toISOString().slice(0, 10)
  const historyUntil = earlier(file.historyUntil as string)
  await writeFile(path, JSON.stringify({ ...file, historyUntil, plannedUntil: historyUntil }))
  return historyUntil
}

test('the demo starts well, and again after people, places, groups, keys and the company were changed', async () => {
  await using folder = await temporaryFolder()
  const dataDir = join(folder.path, 'data')
  const env = { ROLLCALL_DATA_DIR: dataDir }
  const demo = await startDemo(dataDir)
  const { client, file } = demo
  const [administrator, employee] = (file.accounts ?? []).map(({ userId = '', ...account }) => ({ ...account, userId }))
  if (!administrator || !employee) throw new Error('The demo has no accounts.')

  // Sources look healthy, although days of history arrived within a minute.
  const doctor = JSON.parse((await run(['doctor', '--json'], env)).stdout) as { check: string; level: string; found: string }[]
  expect(doctor.filter(({ level, check }) => level !== 'ok' && check !== 'disk' && check !== 'orphan-clusters')).toEqual([])
  const sources = JSON.parse((await run(['sources', 'list', '--json'], env)).stdout) as { clockSkewMs: number | null }[]
  expect(sources.length).toBeGreaterThan(10)
  expect(sources.filter(({ clockSkewMs }) => clockSkewMs !== null && Math.abs(clockSkewMs) > 3_600_000)).toEqual([])

  await client.updateUser({ userId: administrator.userId }, { userName: 'renamed@example.com', email: 'other@example.com' })
  const erased = await run(['privacy', 'erase', employee.userId, '--reason', 'asked for', '--yes'], env)
  expect([erased.code, erased.stderr]).toEqual([0, ''])
  const others = (await all(client.readUsers())).filter(({ userId }) => userId !== administrator.userId)
  const leaver = others.find(({ status }) => status === 'active')
  await client.updateUser({ userId: leaver?.userId as string }, { status: 'inactive' })
  const locations = await all(client.readLocations())
  for (const { locationId, locationName } of locations) {
    await client.updateLocation({ locationId }, { locationName: `${locationName} ${MARK}` })
  }
  await client.updateLocation({ locationId: locations[0]?.locationId as string }, { status: 'inactive' })
  const [desk] = await all(client.readDesks())
  await client.updatePlace({ placeId: desk?.deskId as string }, { placeName: MARK })
  await client.updateZone({ zoneId: desk?.zoneId as string }, { zoneName: MARK })
  for (const { groupId } of (await all(client.readGroups())).slice(0, 3))
    await client.updateGroup({ groupId }, { status: 'inactive' })
  await run(['keys', 'revoke', file.keys['data-warehouse'].id], env)
  await run(['keys', 'block', file.keys['all-permissions'].id, '--reason', 'trying'], env)
  const stopped = await demo.stop()
  expect(stopped.code).toBe(0)
  const known = await forgetDays(dataDir)

  const again = await startDemo(dataDir)
  // One more if a day has ended in all offices since the first start.
  const days = (Date.parse(again.file.historyUntil as string) - Date.parse(known)) / DAY_MS
  expect([3, 4]).toContain(days)
  expect(again.progress).toMatch(new RegExp(`Imported the plans of [\\s\\S]*Sent \\d+ events of ${days} days`))
  expect(again.file.accounts).toEqual([
    { ...administrator, userName: 'renamed@example.com' },
    expect.objectContaining({ role: 'employee', userName: expect.stringContaining('@') }),
  ])
  expect(again.file.accounts?.[1]?.userId).not.toBe(employee.userId)
  expect(again.file.keys['data-warehouse']).not.toEqual(file.keys['data-warehouse'])
  const named = await all(again.client.readLocations())
  expect(named.every(({ locationName }) => locationName.endsWith(MARK))).toBe(true)
  const refusals = await run(['quarantine', 'list', '--json'], env)
  const own = (JSON.parse(refusals.stdout) as { payload: { userEmail?: string } }[]).filter(({ payload }) =>
    payload.userEmail?.includes('@acme.'),
  )
  expect(own).toEqual([])
  const end = await again.stop()
  expect(end.code).toBe(0)
  expect(end.stderr).not.toMatch(/rollcall:|paused/)
}, 400_000)
