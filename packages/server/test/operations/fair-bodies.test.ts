import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BODY_LIMIT } from '../../src/gate/http/body.ts'
import { bodyBudget } from '../../src/gate/http/overload.ts'
import { DEFAULT_ORGANIZATION_SHARE } from '../../src/platform/config.ts'
import { basic, bearer, startTestService, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { send } from '../http/support/send.ts'

let service: TestService
let busy: TestOrganization
let quiet: TestOrganization

beforeAll(async () => {
  service = await startTestService({ nightly: false })
  busy = await service.createOrganization()
  quiet = await service.createOrganization()
})
afterAll(() => service[Symbol.asyncDispose]())

const metric = async (name: string): Promise<number> => {
  const { text } = await send(service.baseUrl, { path: '/metrics', headers: bearer(service.metricsToken) })
  const line = text.split('\n').find((each) => each.startsWith(`${name} `)) ?? ''
  return Number(line.slice(name.length))
}

/** Announces the largest body and never sends it; collects what is answered. */
const announce = (organization: TestOrganization): { socket: Socket; answer: () => string } => {
  const { hostname, port } = new URL(service.baseUrl)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString()
  })
  socket.on('error', () => {})
  const { authorization } = basic(organization.keys['submitting-events'])
  socket.write(
    `POST /v1/presence/basic HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${authorization}\r\n` +
      `content-type: application/json\r\ncontent-length: ${BODY_LIMIT}\r\n\r\n`,
  )
  return { socket, answer: () => answer }
}

/** Announces as many bodies as fit into the bytes, and one more, which is refused. */
const fill = async (organization: TestOrganization, bytes: number): Promise<Disposable> => {
  const sockets: Socket[] = []
  const places = Math.floor(bytes / BODY_LIMIT)
  for (let body = 1; body <= places; body++) {
    sockets.push(announce(organization).socket)
    await expect.poll(() => metric('rollcall_request_body_bytes')).toBe(body * BODY_LIMIT)
  }
  const { socket, answer } = announce(organization)
  sockets.push(socket)
  await expect.poll(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nretry-after: \d+\r\n/)
  expect(await metric('rollcall_request_body_bytes')).toBe(places * BODY_LIMIT)
  return { [Symbol.dispose]: () => sockets.forEach((each) => void each.destroy()) }
}

it('an organization without neighbors uses all the memory for bodies, and no more', async () => {
  using _ = await fill(busy, bodyBudget())
  expect(await metric('rollcall_overload_refusals_total{what="bodies"}')).toBe(1)
})

it('an organization beside another one uses no more than its share, and the other one is served', async () => {
  await expect.poll(() => metric('rollcall_request_body_bytes')).toBe(0)
  const path = '/v1/presence/basic'
  const headers = { ...basic(quiet.keys['submitting-events']), 'content-type': 'application/json' }
  const body = { sourceId: 'badges', presenceEvents: [] }
  const submit = () => send(service.baseUrl, { method: 'POST', path, headers, body })
  expect((await submit()).status).toBe(400)
  using _ = await fill(busy, bodyBudget() * (DEFAULT_ORGANIZATION_SHARE / 100))
  expect((await submit()).status).toBe(400)
  const other = announce(quiet).socket
  const held = Math.floor((bodyBudget() * (DEFAULT_ORGANIZATION_SHARE / 100)) / BODY_LIMIT) + 1
  await expect.poll(() => metric('rollcall_request_body_bytes')).toBe(held * BODY_LIMIT)
  other.destroy()
})
