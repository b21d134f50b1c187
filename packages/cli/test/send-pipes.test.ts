import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BadgeOffice, CARD, eventLine, openBadgeOffice } from './send-support.ts'
import { spawnCli } from './support.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

let office: BadgeOffice
beforeAll(async () => {
  office = await openBadgeOffice()
})
afterAll(() => office?.[Symbol.asyncDispose]())

const SET = ['--set', 'locationType=location']

const event = (minute: number) =>
  eventLine({
    ...{ timestamp: `2026-04-02T07:0${minute}:00Z`, locationId: office.nodes.location, locationType: 'location' },
    ...{ sourceUserId: CARD, eventId: `minute-${minute}` },
  })

test('pipes of any kind are read once, and all their events are sent', async () => {
  for (const minute of [1, 2, 3]) await office.write(`part-${minute}`, event(minute))
  const script = `cd "$FOLDER" && mkfifo named && (cat part-2 > named &)
    cat part-3 | "$NODE" "$MAIN" send presence <(cat part-1) named /dev/stdin --source-id badges --errors refused --json`
  const env = { ...process.env, ...office.env, FOLDER: office.folder, NODE: process.execPath, MAIN }
  const child = spawn('bash', ['-c', script], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  const [code] = await once(child, 'close')
  expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ rows: 3, accepted: 3 })])
})

test('a dry run of an open pipe ends with the error that it finds', async () => {
  for (const head of ['a,b\n', '{"a":1}\n']) {
    const child = spawnCli(['send', 'presence', '--source-id', 'badges', '--dry-run'], office.env)
    child.stdin?.on('error', () => {})
    child.stdin?.write(head + (head.startsWith('{') ? head : 'x,y\n').repeat(2_000))
    const [code] = await once(child, 'close')
    expect(code).toBe(2)
  }
})

test('a dry run of a named pipe does the same', async () => {
  await office.write('hopeless', `a,b\n${'x,y\n'.repeat(2_000)}`)
  const script = `cd "$FOLDER" && mkfifo open && exec 3<>open && (cat hopeless > open &)
    exec "$NODE" "$MAIN" send presence open --source-id badges --dry-run`
  const env = { ...process.env, ...office.env, FOLDER: office.folder, NODE: process.execPath, MAIN }
  const [code] = await once(spawn('bash', ['-c', script], { env, stdio: 'ignore' }), 'close')
  expect(code).toBe(2)
})

test('standard input whose header lacks columns is reported after the earlier files, with where to resume', async () => {
  const map = ['--map', 'sourceUserId=Card', ...SET, '--set', `locationId=${office.nodes.location}`]
  const first = await office.write('first.csv', `timestamp,Card\n2026-04-03T07:00:00Z,${CARD}\n`)
  const { code, stdout, stderr } = await office.send([first, '-', ...map, '--json'], 'timestamp,Badge\n2026-04-03T08:00:00Z,1\n')
  expect([code, JSON.parse(stdout)]).toEqual([2, expect.objectContaining({ accepted: 1, goOn: { file: first, line: 3 } })])
  expect(stderr).toMatch(/there is no column Card/)
})

test('--from-line does not read the other files twice', async () => {
  const header = 'timestamp,sourceUserId,locationId,note\n'
  const row = (minute: number) => `2026-04-04T07:0${minute}:00Z,${CARD},${office.nodes.location},`
  const first = await office.write('begin.csv', `${header}${'\n'.repeat(2_000)}${row(1)}\n`)
  const ballast = Array.from({ length: 8 }, (_, minute) => `${row(minute)}${'x'.repeat(900_000)}\n`)
  const second = await office.write('end.csv', Buffer.from(`${header}${row(0)}\n${ballast.join('')}é\n`, 'latin1'))
  const { code, stdout } = await office.send([first, second, ...SET, '--from-line', '2001', '--json'])
  // A complete check would have rejected the second file before the first was sent.
  expect([code, JSON.parse(stdout)]).toEqual([1, expect.objectContaining({ rows: expect.any(Number), goOn: expect.any(Object) })])
})
