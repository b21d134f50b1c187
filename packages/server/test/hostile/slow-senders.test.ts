import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SlowSenderTimeouts } from '../../src/gate/http/http-server.ts'
import { basic, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { send } from '../http/support/send.ts'

interface Peer extends AsyncDisposable {
  readonly service: TestService
  readonly authorization: string
}

const start = async (timeouts: Pick<SlowSenderTimeouts, 'headMs' | 'requestMs'>): Promise<Peer> => {
  const service = await startTestService({ slowSenderTimeouts: { ...timeouts, checkMs: 50, drainMs: 300, stallMs: 60_000 } })
  const { keys } = await service.createOrganization()
  const authorization = basic(keys['submitting-events']).authorization as string
  return { service, authorization, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

/** Longer than a busy machine takes to read what has been sent to it. */
const HEAD_MS = 1_500
const REQUEST_MS = 2_000
let impatient: Peer
/** Ends no request before it is answered, however long it takes to find the key. */
let patient: Peer

beforeAll(async () => {
  impatient = await start({ headMs: HEAD_MS, requestMs: REQUEST_MS })
  patient = await start({ headMs: 60_000, requestMs: 120_000 })
})
afterAll(async () => {
  await impatient?.[Symbol.asyncDispose]()
  await patient?.[Symbol.asyncDispose]()
})

const open = async ({ service } = impatient, allowHalfOpen = false): Promise<Socket> => {
  const { hostname, port } = new URL(service.baseUrl)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Sends the same again and again until the service has had enough; what it says then. */
const drip = async (head: string, drop: string, peer = impatient, allowHalfOpen = false): Promise<string> => {
  const socket = await open(peer, allowHalfOpen)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(head)
  while (!socket.closed) {
    await Promise.race([delay(30), closed])
    if (!socket.closed && drop) socket.write(drop)
  }
  return answer
}

const HEAD = 'POST /v1/presence/basic HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
const headWithKey = ({ authorization }: Peer): string => `${HEAD}Authorization: ${authorization}\r\n`

describe('a connection ends by itself', () => {
  it.concurrent.each([
    ['that sends nothing', () => ['', '']],
    ['that sends one header after the other and never the last', () => ['GET /healthz HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n']],
    ['that sends half a line', () => ['GET /heal', '']],
    ['that sends a body byte by byte', () => [`${headWithKey(impatient)}Content-Length: 1000000\r\n\r\n{`, ' ']],
    [
      'that sends one chunk after the other',
      () => [`${headWithKey(impatient)}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`, '1\r\n \r\n'],
    ],
    ['that never sends the body it announced', () => [`${headWithKey(impatient)}Content-Length: 10\r\n\r\n`, '']],
  ] satisfies [string, () => [string, string]][])('%s', async (_, makeParts) => {
    const [head, drop] = makeParts()
    const answer = await drip(head, drop)
    expect(answer).toMatch(/^(HTTP\/1\.1 400 Bad Request\r\n|$)/)
  })

  it.each([
    ['401', HEAD],
    ['413', () => headWithKey(patient)],
  ])('that was answered by %s and sends its body byte by byte all the same', async (status, head) => {
    const begin = typeof head === 'string' ? head : head()
    // The client keeps sending after the service has ended its half.
    const answer = await drip(`${begin}Content-Length: 10000000\r\n\r\n{`, ' ', patient, true)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  })
})

it('three hundred slow connections do not block other callers', async () => {
  const { service } = impatient
  const slow = await Promise.all(Array.from({ length: 300 }, () => open()))
  for (const socket of slow) socket.resume().write('GET /healthz HTTP/1.1\r\nHost: x\r\n')
  expect((await send(service.baseUrl, { path: '/healthz' })).status).toBe(200)
  await Promise.all(slow.map((socket) => (socket.closed ? undefined : once(socket, 'close'))))
  expect((await send(service.baseUrl, { path: '/readyz' })).status).toBe(200)
})

it('a client that stops sending once the response is there may use the connection again', async () => {
  const socket = await open()
  for (const pauseMs of [REQUEST_MS + 500, 0]) {
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /)
    await delay(pauseMs)
  }
  socket.destroy()
})

it('who never closes their half of a refused connection loses the other one all the same', async () => {
  const { hostname, port } = new URL(impatient.service.baseUrl)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  const lost = once(socket, 'error')
  socket.resume().write('no HTTP\r\n\r\n')
  const writing = setInterval(() => socket.write('x'), 50)
  expect((await lost)[0]).toMatchObject({ code: expect.stringMatching(/EPIPE|ECONNRESET/) })
  clearInterval(writing)
})
