import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { basic } from '../../../src/testing/test-service.ts'
import { isLong, pick } from '../support/form.ts'
import { observe } from '../support/observe.ts'
import type { Stage } from '../support/stage.ts'
import { record } from '../support/summary.ts'

/** Sockets of one address to one port run short at some tens of thousands, and other programs need some. */
const PER_ADDRESS = 5_000
/** Files that a process needs besides. */
const OTHER_FILES = 500
const AT_ONCE = 200

const open = async (baseUrl: string, number: number): Promise<Socket> => {
  const { hostname, port } = new URL(baseUrl)
  const localAddress = `127.0.0.${1 + Math.floor(number / PER_ADDRESS)}`
  const socket = connect({ port: Number(port), host: hostname, localAddress })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket.resume()
}

const openMany = async (count: number, openOne: (number: number) => Promise<Socket>): Promise<Socket[]> => {
  const sockets: Socket[] = []
  for (let number = 0; number < count; number += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - number) }, (_, index) => openOne(number + index))
    sockets.push(...(await Promise.all(some)))
  }
  return sockets
}

const stillOpen = (sockets: readonly Socket[]): number => sockets.filter(({ closed }) => !closed).length

/** Waits, where there is time, until the service has closed all of them; returns how many it closed, and when. */
const waitForEnd = async (sockets: readonly Socket[]): Promise<string> => {
  const began = performance.now()
  if (isLong) await expect.poll(() => stillOpen(sockets), { timeout: 200_000, interval: 1_000 }).toBe(0)
  else await delay(1_500)
  const ended = sockets.length - stillOpen(sockets)
  for (const socket of sockets) socket.destroy()
  return `${ended} of ${sockets.length} ended by the service within ${Math.round((performance.now() - began) / 1000)} s`
}

export const openHalf = async (stage: Stage): Promise<void> => {
  // This uses another node than the idle connections, whose memory is measured.
  const { baseUrl } = stage.nodes.at(-1) as Stage['nodes'][0]
  const [{ key }] = stage.organizations as [Stage['organizations'][0]]
  const head = 'POST /v1/presence/basic HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  const body = `${head}Authorization: ${basic(key).authorization}\r\nContent-Length: 100000\r\n\r\n{`
  // Nothing, half a head, half a body; the same byte by byte; and half a body of a client that vanishes.
  const beginnings = ['', 'GET /hea', head, body, head, body, body]
  const { seen } = await observe(stage, 'half-open connections and slow loris', async () => {
    const sockets = await openMany(pick(140, 700), (number) => open(baseUrl, number))
    for (const [index, socket] of sockets.entries()) socket.write(beginnings[index % beginnings.length] as string)
    const of = (...kinds: number[]) => sockets.filter((_, index) => kinds.includes(index % beginnings.length))
    const slow = of(4, 5)
    for (const socket of of(6)) socket.resetAndDestroy()
    const dripping = setInterval(() => {
      for (const [index, socket] of slow.entries()) if (!socket.closed) socket.write(index % 2 ? ' ' : 'X-A: b\r\n')
    }, 500)
    const note = await waitForEnd(of(0, 1, 2, 3, 4, 5))
    clearInterval(dripping)
    return { note }
  })
  expect(Object.keys(seen)).toEqual(['200'])
}

/** Returns how many sockets this process and the node may have open. */
const mostSockets = async (pid: number): Promise<number> => {
  const limits = await Promise.all(['self', pid].map((name) => readFile(`/proc/${name}/limits`, 'utf8').catch(() => '')))
  return Math.min(...limits.map((text) => Number(/Max open files\s+(\d+)/.exec(text)?.[1] ?? 1_024))) - OTHER_FILES
}

/** Half of them have asked for something and may ask again; the others never said a word. */
export const openIdle = async (stage: Stage): Promise<void> => {
  const [node] = stage.nodes as [Stage['nodes'][0]]
  const wanted = pick(1_000, 10_000)
  const count = Math.min(wanted, await mostSockets(node.pid))
  const { seen } = await observe(stage, `${count} idle connections`, async () => {
    const before = await node.usedMemory()
    const sockets = await openMany(count, async (number) => {
      const socket = await open(node.baseUrl, number)
      if (number % 2) socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
      return socket
    })
    const kilobytes = ((await node.usedMemory()) - before) * 1024
    const lost = count - stillOpen(sockets)
    const ended = await waitForEnd(sockets)
    const fewer = count < wanted ? `; ${wanted} were wanted, and no more files may be open here` : ''
    return { note: `${Math.round(kilobytes / count)} KB each, ${lost} refused, ${ended}${fewer}` }
  })
  expect(Object.keys(seen)).toEqual(['200'])
}

/** Files that the node may open still, before all are used by connections. */
const SPARE_FILES = 60

/** So many connections that the node may not open one file more, not even to its database. */
export const useUpFiles = async (stage: Stage): Promise<void> => {
  const [node] = stage.nodes as [Stage['nodes'][0]]
  const fault = 'more connections than open files, and those to the database lost'
  const files = (await readdir(`/proc/${node.pid}/fd`)).length
  const limitFiles = (count: number) => promisify(execFile)('prlimit', ['--pid', String(node.pid), `--nofile=${count}:`])
  const { pid } = node
  const usual = (await mostSockets(node.pid)) + OTHER_FILES
  try {
    await limitFiles(files + SPARE_FILES)
  } catch (error) {
    await record({ fault, skipped: `the limit of a process cannot be set here: ${(error as Error).message.trim()}` })
    return
  }
  await observe(stage, fault, async () => {
    // While the database is away, others take its place.
    await stage.relay.cut()
    const sockets = await openMany(4 * SPARE_FILES, (number) => open(node.baseUrl, number))
    await stage.relay.open()
    await delay(pick(1_500, 10_000))
    const refused = sockets.length - stillOpen(sockets)
    for (const socket of sockets) socket.destroy()
    return { note: `${refused} of ${sockets.length} connections closed at once` }
  })
  await limitFiles(usual)
  expect(node.pid).toBe(pid)
}
