import { once } from 'node:events'
import { connect } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basic, bearer, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { until } from '../http/support/credentials.ts'
import { send } from '../http/support/send.ts'

const lines: { level: number; msg: string; err?: { type?: string; message?: string } }[] = []
let service: TestService
let authorization: string

beforeAll(async () => {
  const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) }
  service = await startTestService({ nightly: false, logLevel: 'info', logTo })
  const { keys } = await service.createOrganization()
  authorization = basic(keys['submitting-events']).authorization as string
})
afterAll(() => service?.[Symbol.asyncDispose]())

const TEXT = JSON.stringify({
  sourceId: 'badges',
  presenceEvents: Array.from({ length: 2_000 }, () => ({ eventId: Math.random() })),
})

const ENCODERS: Record<string, (text: string) => Buffer> = {
  identity: Buffer.from,
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
}

/** The service has started to read. */
const untilRead = () => new Promise((resolve) => setTimeout(resolve, 50))

/** Sends the head and half of the body, waits, then leaves: at once, or by closing its own half first. */
const cutOff = async (
  path: string,
  encoding: string,
  isChunked: boolean,
  how: 'reset' | 'end',
  wait: () => Promise<unknown> = untilRead,
): Promise<void> => {
  const { hostname, port } = new URL(service.baseUrl)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const body = ENCODERS[encoding]?.(TEXT) as Buffer
  const half = body.subarray(0, body.length / 2)
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Encoding: ${encoding}\r\n` +
      `Authorization: ${authorization}\r\n${length}\r\n\r\n`,
  )
  await new Promise<void>((resolve) => {
    socket.write(isChunked ? Buffer.concat([Buffer.from(`${half.length.toString(16)}\r\n`), half]) : half, () => resolve())
  })
  await wait()
  const closed = once(socket, 'close')
  if (how === 'reset') socket.resetAndDestroy()
  else socket.resume().end()
  await closed
}

const metrics = async (): Promise<string> =>
  (await send(service.baseUrl, { path: '/metrics', headers: bearer(service.metricsToken) })).text

/** The bytes of bodies in memory, of each database. */
const heldBytes = async (): Promise<string[]> => {
  const found = [...(await metrics()).matchAll(/^rollcall_request_body_bytes\S* (\d+)$/gm)].map(([, bytes]) => bytes as string)
  expect(found.length).toBeGreaterThan(0)
  return found
}

/** Statements that look for a key and wait for the lock of their table. */
const searchesForKey = async (): Promise<number> => {
  const { rowCount } = await service.database.pool.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%api_keys%' and pid <> pg_backend_pid()`,
  )
  return rowCount ?? 0
}

describe('a body that its sender cuts off', () => {
  const cases = Object.keys(ENCODERS).flatMap((encoding) =>
    (['reset', 'end'] as const).flatMap((how) => [true, false].map((isChunked) => ({ encoding, how, isChunked }))),
  )

  it.each(cases)('is no fault of the service ($encoding, $how, chunked: $isChunked)', async ({ encoding, how, isChunked }) => {
    lines.length = 0
    for (const path of ['/v1/presence/basic', '/v1/auth']) await cutOff(path, encoding, isChunked, how)
    // The next call is answered after what was cut off was given up.
    await until(async () => (await heldBytes()).every((bytes) => bytes === '0'))
    expect(lines.filter(({ level }) => level >= 40).map(({ msg, err }) => [msg, err?.type, err?.message])).toEqual([])
    expect(await metrics()).not.toMatch(/rollcall_errors_total\{[^}]*\} [1-9]/)
  })

  it.each(['reset', 'end'] as const)('counts for nothing if its sender leaves while its key is looked for (%s)', async (how) => {
    // They are new, so the service has to read them.
    const { keys } = await service.createOrganization()
    authorization = basic(keys['submitting-events']).authorization as string
    const blocker = await service.database.pool.connect()
    try {
      await blocker.query('begin')
      await blocker.query('lock table api_keys in access exclusive mode')
      await cutOff('/v1/presence/basic', 'identity', false, how, () => until(async () => (await searchesForKey()) > 0))
      // The service hears of it before it knows the key.
      await untilRead()
    } finally {
      await blocker.query('commit')
      blocker.release()
    }
    await until(async () => (await searchesForKey()) === 0)
    await untilRead()
    expect((await heldBytes()).every((bytes) => bytes === '0')).toBe(true)
  })
})
