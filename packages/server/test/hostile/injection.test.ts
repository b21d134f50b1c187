import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basic, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { type Caller, createCaller } from '../http/support/good-calls.ts'
import { post, send, sendRaw } from '../http/support/send.ts'
import { watchLog } from './support/log-watch.ts'

const lines: string[] = []
const log = watchLog()
const destination = {
  write(line: string) {
    lines.push(line)
    log.destination.write(line)
  },
}

let service: TestService
let caller: Caller
let key: Record<string, string>

beforeAll(async () => {
  service = await startTestService({ logLevel: 'info', logTo: destination })
  caller = await createCaller(service)
  key = basic(caller.key)
})
afterAll(() => service?.[Symbol.asyncDispose]())

describe('the log', () => {
  it.each([
    ['path', 'GET /%0a%7B%22level%22:60%7D%0d%0a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['query', 'GET /healthz?%0a{"level":60}=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['user agent', 'GET /healthz HTTP/1.1\r\nHost: x\r\nUser-Agent: x","level":60,"y":"\x1b[2J\r\nConnection: close\r\n\r\n'],
    ['request id', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Request-Id: x","level":60,"y":"\r\nConnection: close\r\n\r\n'],
    ['correlation id', 'GET /v1/presence HTTP/1.1\r\nHost: x\r\nCorrelationId: x"}\\n{"level":60}\r\nConnection: close\r\n\r\n'],
    ['method', 'PURGE /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ])('stays one JSON document a line, whatever the %s holds', async (_, bytes) => {
    const before = lines.length
    await sendRaw(service.baseUrl, bytes)
    await send(service.baseUrl, { path: '/v1/presence', headers: { 'x-request-id': 'the-last-one' } })
    await expect.poll(() => lines.slice(before).some((line) => line.includes('the-last-one'))).toBe(true)
    expect(log.faults).toEqual([])
    for (const line of lines.slice(before)) expect(JSON.parse(line)).toMatchObject({ level: 30 })
  })

  it('holds neither what proves who calls nor what is submitted about people', async () => {
    const before = lines.length
    const hidden = ['Zo\u00eb Unmistakable', 'zoe.unmistakable@example.com', 'card-4711-unmistakable']
    const event = { eventId: 'e', timestamp: '2026-01-05T09:00:00Z', locationId: caller.ids.desk, locationType: 'place' }
    const presenceEvents = [{ ...event, userEmail: hidden[1], sourceUserId: hidden[2] }]
    await post(service.baseUrl, '/v1/presence/basic', { sourceId: 'door', presenceEvents }, key)
    const visitorEvents = [
      { eventId: 'v', timestamp: event.timestamp, eventType: 'arrived', locationId: caller.ids.berlin, visitorName: hidden[0] },
    ]
    await post(service.baseUrl, '/v1/visitor-arrival/basic', { sourceId: 'desk', visitorEvents }, key)
    await post(service.baseUrl, '/api/session', { userName: hidden[1], password: 'a wrong password' })
    await send(service.baseUrl, { path: `/api/users?search=${hidden[1]}`, headers: caller.person.headers })
    await expect.poll(() => lines.slice(before).length).toBeGreaterThanOrEqual(4)
    const text = lines.slice(before).join('')
    for (const secret of [...hidden, caller.key.secret, 'a wrong password', caller.person.headers.cookie as string]) {
      expect(text).not.toContain(secret)
    }
  })
})

describe('the name of a file', () => {
  it.each([
    '2026-01-05T%22%3B%20filename%3D%22evil.exe',
    '2026-01-05T..%2F..%2Fx',
    '20260105%20%0d',
    '2026-01-05T%E2%80%AExslx.',
  ])('has nothing of what is asked but its days: %s', async (startDate) => {
    const path = `/v1/analytics/presence/basic?format=csv&startDate=${startDate}&endDate=2026-01-05`
    const { status, headers } = await send(service.baseUrl, { path, headers: key })
    if (status === 200) expect(headers['content-disposition']).toBe('attachment; filename="presence_2026-01-05_2026-01-05.csv"')
    else expect(status).toBe(400)
  })
})

describe('names that mean something to JavaScript', () => {
  const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']

  it('are attributes as any other', async () => {
    const attributes = JSON.parse(`{${NAMES.map((name) => `"${name}":"of ${name}"`).join()}}`)
    const body = JSON.stringify({ userAttributes: [{ userName: 'ada.a@example.com', attributes: 'HERE' }] }).replace(
      '"HERE"',
      `{${NAMES.map((name) => `"${name}":"of ${name}"`).join()}}`,
    )
    const answer = await post(service.baseUrl, '/v1/user-attributes/basic', body, key)
    expect(answer.json<{ results: object[] }>().results).toMatchObject([{ resultCode: 0 }])
    const { rows } = await service.database.pool.query('select attributes::text from users where org_id = $1 and id = $2', [
      caller.orgId,
      caller.ids.ada,
    ])
    for (const name of NAMES) expect(rows[0].attributes).toContain(`"${name}": "of ${name}"`)
    expect(Object.keys(attributes)).toEqual(NAMES)
    expect(({} as Record<string, unknown>)['of __proto__']).toBeUndefined()
  })

  it('are names of attributes that can be mapped, and no path of their own', async () => {
    for (const attribute of NAMES) {
      const sent = { method: 'PUT', path: `/api/attribute-mappings/${attribute}`, body: { groupType: attribute } }
      const headers = { ...caller.person.headers, 'content-type': 'application/json' }
      expect((await send(service.baseUrl, { ...sent, headers })).status).toBe(200)
    }
  })

  it('are neither sections nor fields of an imported file', async () => {
    const polluted = '"__proto__":{"polluted":"yes","users":[{}]},"constructor":{"prototype":{"polluted":"yes"}}'
    const file = `{${polluted},"locations":[{${polluted},"name":"__proto__","timeZone":"Europe/Berlin","levels":[{"name":"constructor"}]}]}`
    const answer = await post(service.baseUrl, '/api/imports?dryRun=false', file, caller.person.headers)
    expect([answer.status, answer.json().canBeApplied]).toEqual([200, true])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    const { text } = await send(service.baseUrl, { path: '/api/locations', headers: caller.person.headers })
    expect(text).toContain('"locationName":"__proto__"')
  })

  it('are groups of a hierarchy as any other', async () => {
    const groupRelationships = NAMES.map((group) => ({ group, groupType: '__proto__', parent: null, parentType: null }))
    const answer = await post(service.baseUrl, '/v1/group-relationships/basic?force=true', { groupRelationships }, key)
    expect(answer.json()).toMatchObject({ groups: NAMES.length })
  })
})
