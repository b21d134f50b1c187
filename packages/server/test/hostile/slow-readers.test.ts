import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerSlowReaders } from '../../src/gate/http/slow-readers.ts'
import { createTelemetry } from '../../src/platform/telemetry/telemetry.ts'
import { bearer, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { send } from '../http/support/send.ts'

let service: TestService

beforeAll(async () => {
  const slowSenderTimeouts = { headMs: 60_000, requestMs: 60_000, checkMs: 30_000, drainMs: 300, stallMs: 6_000 }
  service = await startTestService({ nightly: false, slowSenderTimeouts })
})
afterAll(() => service[Symbol.asyncDispose]())

/** A server that answers with one large piece. */
const serveLarge = async (size: number, stallMs: number) => {
  const telemetry = createTelemetry(pino({ level: 'silent' }))
  const app = Fastify()
  registerSlowReaders(app, telemetry, stallMs)
  app.get('/', async () => Buffer.alloc(size))
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  const count = async () => (await telemetry.metrics.readersDropped.get()).values[0]?.value ?? 0
  return { baseUrl, dropped: count, [Symbol.asyncDispose]: () => app.close() }
}

const dropped = async (): Promise<number> => {
  const { text } = await send(service.baseUrl, { path: '/metrics', headers: bearer(service.metricsToken) })
  return Number(/^rollcall_readers_dropped_total (\d+)/m.exec(text)?.[1])
}

/** Enough responses on one connection that the buffers of the operating system cannot hold them. */
const REQUESTS = 60

const request = (): Socket => {
  const { hostname, port } = new URL(service.baseUrl)
  const socket = connect(Number(port), hostname)
  const head = `GET /openapi.json HTTP/1.1\r\nhost: ${hostname}\r\n`
  socket.write(`${head}\r\n`.repeat(REQUESTS - 1))
  socket.write(`${head}connection: close\r\n\r\n`)
  return socket
}

const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.on('error', () => {}).once('close', () => resolve())
  })

describe('a response that waits in memory', () => {
  it('is cut off when its reader takes nothing, and counted', async () => {
    const socket = request().pause()
    await expect.poll(dropped).toBe(1)
    socket.resume()
    await closed(socket)
    expect((await send(service.baseUrl, { path: '/healthz' })).status).toBe(200)
  })

  it('is sent to its end to a reader that takes it, even if it pauses', async () => {
    const before = await dropped()
    const socket = request().pause()
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    setTimeout(() => socket.resume(), 100)
    await closed(socket)
    expect(
      Buffer.concat(chunks)
        .toString('latin1')
        .match(/HTTP\/1\.1 200 OK/g),
    ).toHaveLength(REQUESTS)
    expect(await dropped()).toBe(before)
  })

  it('is sent to its end in far more than the limit to a reader that takes enough of it all the time', async () => {
    const [size, stallMs] = [36 * 2 ** 20, 6_000]
    await using large = await serveLarge(size, stallMs)
    const socket = connect(Number(new URL(large.baseUrl).port), '127.0.0.1').pause()
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
    let bytes = 0
    const timer = setInterval(() => {
      for (let part = 0; part < 4; part++) bytes += (socket.read() as Buffer | null)?.length ?? 0
    }, 50)
    socket.on('readable', () => {})
    await closed(socket)
    clearInterval(timer)
    expect(bytes).toBeGreaterThan(size)
    expect(await large.dropped()).toBe(0)
  })
})
