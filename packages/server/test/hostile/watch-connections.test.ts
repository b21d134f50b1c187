import { get } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { watchConnections } from './support/watch-connections.ts'

const ended = (emitter: { once(event: 'error', listener: () => void): unknown }): Promise<void> =>
  new Promise((resolve) => emitter.once('error', resolve))

test('every way to ask another host is noticed, on this machine as well', async () => {
  const connections = watchConnections()
  connections.start()
  try {
    await ended(get('http://127.0.0.1:2/'))
    await fetch('http://127.0.0.1:3/').catch(() => {})
    await ended(new Socket().connect(4, '127.0.0.1'))
    await fetch('http://nowhere.invalid/').catch(() => {})
  } finally {
    connections.stop()
  }
  await ended(get('http://127.0.0.1:5/'))
  // A service that other files of the process use may connect to its database meanwhile.
  const own = connections.asked().filter((host) => /^127\.0\.0\.1:[2-5]$|^nowhere/.test(host))
  expect(own.sort()).toEqual(['127.0.0.1:2', '127.0.0.1:3', '127.0.0.1:4', 'nowhere.invalid'])
})
