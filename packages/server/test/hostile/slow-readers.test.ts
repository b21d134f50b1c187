import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bearer, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { send } from '../http/support/send.ts'

let service: TestService

beforeAll(async () => {
  const slowSenderTimeouts = { headMs: 60_000, requestMs: 60_000, checkMs: 30_000, drainMs: 300, stallMs: 3_000 }
  service = await startTestService({ nightly: false, slowSenderTimeouts })
})
afterAll(() => service[Symbol.asyncDispose]())

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
    await expect.poll(dropped, { timeout: 30_000 }).toBe(1)
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
})
