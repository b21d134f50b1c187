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

/** Sends the head and half of the body, then leaves: at once, or by closing its own half first. */
const cutOff = async (path: string, encoding: string, isChunked: boolean, how: 'reset' | 'end'): Promise<void> => {
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
  // The service has started to read.
  await new Promise((resolve) => setTimeout(resolve, 50))
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
})
