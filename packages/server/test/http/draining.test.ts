import { Agent, get, type IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from './support/expect-problem.ts'
import { send } from './support/send.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService({ drainSeconds: 1 })
})
afterEach(() => service[Symbol.asyncDispose]())

const readiness = () => send(service.baseUrl, { path: '/readyz' })

test('a node that drains is not ready, and serves on', async () => {
  expect((await readiness()).status).toBe(200)
  const drained = service.drain()
  expectProblem(await readiness(), 'unavailable')
  expect((await send(service.baseUrl, { path: '/healthz' })).status).toBe(200)
  await drained
  expect((await send(service.baseUrl, { path: '/healthz' })).status).toBe(200)
})

test('a node that drains asks for the end of connections that are kept alive', async () => {
  await using agent = Object.assign(new Agent({ keepAlive: true, maxSockets: 1 }), {
    [Symbol.asyncDispose]: async () => agent.destroy(),
  })
  const call = async () => {
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      get(`${service.baseUrl}/healthz`, { agent }, resolve).on('error', reject),
    )
    const { statusCode: status, headers, socket } = response
    const port = socket.localPort
    for await (const _ of response);
    return { status, port, connection: headers.connection }
  }
  await readiness()
  const [first, second] = [await call(), await call()]
  expect(second.port).toBe(first.port)
  const drained = service.drain()
  const last = await call()
  expect(last).toEqual({ status: 200, port: first.port, connection: 'close' })
  expect((await call()).status).toBe(200)
  await drained
})

test('a node that no health check asks does not drain', async () => {
  await service.drain()
  expect((await readiness()).status).toBe(200)
})
