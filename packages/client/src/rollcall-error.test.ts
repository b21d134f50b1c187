import { expect, test } from 'vitest'
import { createClient } from './index.ts'
import { answer, type Handler, startPeer } from './testing/peer.ts'

const connect = async (handler: Handler) => {
  const { baseUrl } = await startPeer(handler)
  return createClient({ baseUrl, key: { id: 'k', secret: 's' }, auth: 'basic' })
}

const problemOf = (length: number) => {
  const problem = { code: 'invalid_body', detail: '' }
  return { ...problem, detail: 'x'.repeat(length - JSON.stringify(problem).length) }
}

test.each([
  [65_536, 'invalid_body'],
  [65_537, 'http_400'],
])('an error with a body of %i bytes has code %s: at most 64 KiB are read', async (length, code) => {
  const client = await connect((_, response) => answer(response, 400, problemOf(length)))
  await expect(client.getSettings()).rejects.toMatchObject({ status: 400, code })
})

test('an error with an endless body rejects, and the connection is closed', async () => {
  let closed: Promise<void> | undefined
  const client = await connect((_, response) => {
    closed = new Promise((resolve) => response.on('close', resolve))
    response.writeHead(500)
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    }
    response.on('drain', write)
    write()
  })
  await expect(client.getSettings()).rejects.toMatchObject({ status: 500, code: 'http_500' })
  await closed
})

test.each([[['no']], [[null]], [{ 0: { pointer: '/x', message: 'm' } }], [[{ pointer: '/x', message: { toString: 1 } }]], [7]])(
  'malformed validation errors are dropped: %j',
  async (errors) => {
    const client = await connect((_, response) => answer(response, 400, { code: 'bad', title: 'No', errors }))
    await expect(client.getSettings()).rejects.toMatchObject({ status: 400, code: 'bad', message: '400 bad: No' })
  },
)

test('a text that an error repeats in two fields appears once', async () => {
  const connection = await connect((_, response) => {
    answer(response, 400, { code: 'bad', title: 'No', detail: 'Ask again.', message: 'Ask again.' })
  })
  await expect(connection.getSettings()).rejects.toMatchObject({ message: '400 bad: No. Ask again.' })
})
