import type { PresenceRequest } from '@rollcall/contract'
import { expect, test, vi } from 'vitest'
import { createClient, createEventSender, RollcallError } from './index.ts'
import { answer, startPeer } from './testing/peer.ts'
import { eventOf } from './testing/sender.ts'

const KEY = { id: 'k', secret: 's' }

const connect = async (auth: 'hmac' | 'basic') => {
  const { baseUrl, seen } = await startPeer((_, response) => answer(response, 200, {}))
  return { client: createClient({ baseUrl, key: KEY, auth }), seen }
}

const circular: Record<string, unknown> = {}
circular.self = circular

test.each([
  ['a number too large for JSON', { sourceId: 1n }],
  ['a circle', circular],
  [
    'what throws',
    {
      toJSON: () => {
        throw new Error('no')
      },
    },
  ],
])('a body that is not JSON rejects and is not sent: %s', async (_, body) => {
  const { client, seen } = await connect('basic')
  const call = client.submitPresence(body as unknown as PresenceRequest)
  await expect(call).rejects.toBeInstanceOf(RollcallError)
  await expect(call).rejects.toMatchObject({ status: 0, code: 'not_sent', cause: expect.any(Error) })
  expect(seen).toEqual([])
})

test('a path parameter that cannot be encoded rejects too', async () => {
  const { client } = await connect('basic')
  await expect(client.getUser({ userId: '\ud800' })).rejects.toMatchObject({ status: 0, code: 'not_sent' })
})

test('without crypto.subtle, as in browsers on plain HTTP, calls reject with that reason and the secret is not sent', async () => {
  const { client, seen } = await connect('hmac')
  vi.stubGlobal('crypto', {})
  try {
    await expect(client.submitPresence({ sourceId: 's', presenceEvents: [eventOf('a')] })).rejects.toMatchObject({
      name: 'RollcallError',
      status: 0,
      code: 'not_sent',
      message: expect.stringContaining('crypto.subtle is missing'),
    })
    expect(seen).toEqual([])
  } finally {
    vi.unstubAllGlobals()
  }
})

test('an empty secret, which cannot be hashed, rejects too', async () => {
  const { baseUrl } = await startPeer((_, response) => answer(response, 200, {}))
  const client = createClient({ baseUrl, key: { id: 'k', secret: '' } })
  await expect(client.getSettings()).rejects.toMatchObject({ name: 'RollcallError', status: 0, code: 'not_sent' })
})

test('events fail together, not one by one, if the hash cannot be computed', async () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:1', key: { id: 'k', secret: '' } })
  const failed: number[] = []
  const sender = createEventSender(client, {
    kind: 'presence',
    sourceId: 's',
    onFailure: (events) => failed.push(events.length),
  })
  for (const id of ['a', 'b', 'c']) await sender.send(eventOf(id))
  await sender.close()
  expect(failed).toEqual([3])
})
