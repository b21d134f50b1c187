import { expect, test } from 'vitest'
import { createClient } from '../index.ts'
import { answer, startPeer } from '../testing/peer.ts'

const KEY = { id: 'k', secret: 'topsecret' }
const BODY = { sourceId: 's', presenceEvents: [] }

test.each([301, 302, 303, 307, 308])('%i is not followed: body and credentials are not sent elsewhere', async (status) => {
  const elsewhere = await startPeer((_, response) => answer(response, 200, {}))
  const { baseUrl, seen } = await startPeer(({ path }, response) => {
    response.writeHead(status, { location: `${elsewhere.baseUrl}/rollcall${path}` }).end('moved')
  })
  for (const auth of ['basic', 'hmac', 'client-credentials'] as const) {
    await expect(createClient({ baseUrl, key: KEY, auth }).submitPresence(BODY)).rejects.toMatchObject({
      name: 'RollcallError',
      status,
      code: 'redirected',
      message: expect.stringContaining(`use ${elsewhere.baseUrl}/rollcall as baseUrl`),
    })
  }
  expect(seen).toHaveLength(3)
  expect(elsewhere.seen).toEqual([])
})

test.each([
  ['/login?next=/', (baseUrl: string) => `${baseUrl}/login?next=/. If the service is there, use that address as baseUrl`],
  ['http://[', () => 'http://[. If the service is there, use that address as baseUrl'],
  [undefined, () => 'use the target address as baseUrl'],
])('the message names the target of a redirect, if known: %s', async (location, expected) => {
  const { baseUrl } = await startPeer((_, response) => {
    response.writeHead(302, location === undefined ? {} : { location }).end()
  })
  const client = createClient({ baseUrl, key: KEY, auth: 'basic' })
  await expect(client.submitPresence(BODY)).rejects.toThrow(expected(baseUrl))
})

test('redirects are not followed for rows either', async () => {
  const { baseUrl } = await startPeer((_, response) => void response.writeHead(308, { location: '/elsewhere' }).end())
  const client = createClient({ baseUrl, key: KEY, auth: 'basic' })
  await expect(client.open('readUsers')).rejects.toMatchObject({ status: 308, code: 'redirected' })
  await expect(client.readUsers()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ status: 308, code: 'redirected' })
})

/** Fetches like a browser, which hides status and location of an unfollowed redirect. */
const browserFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (init?.redirect !== 'manual' || response.status < 300 || response.status > 399) return response
  await response.body?.cancel()
  return Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })
}

test('in browsers the code is the same, without status and address', async () => {
  const { baseUrl, seen } = await startPeer((_, response) => void response.writeHead(301, { location: '/there' }).end())
  const client = createClient({ baseUrl, key: KEY, auth: 'basic', fetch: browserFetch })
  await expect(client.submitPresence(BODY)).rejects.toMatchObject({
    status: 0,
    code: 'redirected',
    message: `redirected: The service is not at ${baseUrl}: use the target address as baseUrl`,
  })
  expect(seen).toHaveLength(1)
})
