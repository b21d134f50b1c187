import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { createServer, request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createGzip } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BadgeOffice, CARD, openBadgeOffice } from './send-support.ts'
import { run } from './support.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const ROWS = 25_000

let office: BadgeOffice
beforeAll(async () => {
  office = await openBadgeOffice()
})
afterAll(() => office?.[Symbol.asyncDispose]())

/** One event per second of a day, each with this much extra text. */
function* exportOf(day: string, rows: number, ballast = ''): Generator<string> {
  yield 'timestamp,sourceUserId,locationId,note\n'
  const begin = Date.parse(`${day}T00:00:00Z`)
  for (let row = 0; row < rows; row++)
    yield `${new Date(begin + row * 1000).toISOString()},${CARD},${office.nodes.location},${ballast}${row}\n`
}

const SET = ['--set', 'locationType=location']

/** A proxy that closes the connection of submissions selected by `isLost`, before or after the response. */
const startProxy = async (isLost: (submission: number) => 'before' | 'after' | undefined) => {
  let submissions = 0
  const server = createServer(async (incoming, answer) => {
    const fate = incoming.url?.startsWith('/v1/presence') ? isLost(++submissions) : undefined
    if (fate === 'before') return incoming.socket.destroy()
    const { method = 'GET', url = '/', headers } = incoming
    const outgoing = request(new URL(url, office.service.baseUrl), { method, headers })
    incoming.pipe(outgoing)
    const [response] = await once(outgoing, 'response')
    if (fate === 'after') return response.resume().on('end', () => incoming.socket.destroy())
    answer.writeHead(response.statusCode, response.headers)
    response.pipe(answer)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    submissions: () => submissions,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

test('25,000 rows of 100 MB are sent by a process with far less memory, also compressed', async () => {
  const path = office.path('large.csv.gz')
  await pipeline(
    Readable.from(exportOf('2026-02-02', ROWS, 'x'.repeat(4_000))),
    createGzip({ level: 1 }),
    createWriteStream(path),
  )
  const env = { ...office.env, NODE_OPTIONS: '--max-old-space-size=144' }
  const { code, stdout, stderr } = await run(['send', 'presence', path, '--source-id', 'badges', ...SET, '--json'], env)
  expect([code, stderr]).toEqual([0, expect.any(String)])
  expect(JSON.parse(stdout)).toMatchObject({ rows: ROWS, accepted: ROWS, alreadyRecorded: 0, refused: 0 })
  expect(await office.stored()).toHaveLength(ROWS)
})

test('a service that is interrupted and returns gets every event once', async () => {
  await using proxy = await startProxy((n) => (n === 3 ? 'after' : n > 3 && n < 9 ? 'before' : undefined))
  const path = await office.write('outage.csv', [...exportOf('2026-02-03', 5_000)].join(''))
  const env = { ...office.env, ROLLCALL_URL: proxy.baseUrl }
  const { code, stdout } = await run(['send', 'presence', path, '--source-id', 'badges', ...SET, '--json'], env)
  // The third call was stored before its response was lost.
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    expect.objectContaining({ rows: 5_000, accepted: 4_000, alreadyRecorded: 1_000 }),
  ])
  expect((await office.stored()).filter(({ at }) => at.startsWith('2026-02-03'))).toHaveLength(5_000)
  expect(proxy.submissions()).toBe(11)
})

test('a service that never responded is reported soon, with its address', async () => {
  const path = await office.write('nowhere.csv', [...exportOf('2026-02-04', 10)].join(''))
  const { code, stderr } = await run(
    ['send', 'presence', path, '--source-id', 'badges', ...SET, '--url', 'http://127.0.0.1:9'],
    office.env,
  )
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/Resume with .*nowhere\.csv --from-line 2,(?:.*\n)+rollcall: .*127\.0\.0\.1:9/),
  ])
})

test('Ctrl+C ends after the calls in progress, says where to resume, and resuming there is enough', async () => {
  const lines = [...exportOf('2026-02-05', 3_000)]
  const path = await office.write('stopped.csv', lines.join(''))
  const args = [
    MAIN,
    'send',
    'presence',
    '-',
    '--source-id',
    'badges',
    ...SET,
    '--json',
    '--errors',
    office.path('stopped.ndjson'),
  ]
  const child = spawn(process.execPath, args, { env: { ...process.env, ...office.env }, stdio: ['pipe', 'pipe', 'ignore'] })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  // The pipe stays open: the command waits for more when it is stopped.
  child.stdin.write(lines.slice(0, 2_001).join(''))
  const day = async () => (await office.stored()).filter(({ at }) => at.startsWith('2026-02-05')).length
  await expect.poll(day).toBeGreaterThan(0)
  child.kill('SIGINT')
  const [code] = await once(child, 'close')
  const { rows, accepted, goOn: resumeAt } = JSON.parse(stdout)
  expect([code, accepted, await day()]).toEqual([130, rows, rows])
  expect(resumeAt).toEqual({ file: '-', line: rows + 2 })

  const rest = await office.send([path, ...SET, '--from-line', `${resumeAt.line}`, '--json'])
  expect(JSON.parse(rest.stdout)).toMatchObject({ rows: 3_000 - rows, accepted: 3_000 - rows, alreadyRecorded: 0, goOn: null })
  expect(await day()).toBe(3_000)
})
