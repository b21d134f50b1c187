import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BODY_LIMIT } from '../../src/gate/http/body.ts'
import { DRAIN_BYTES } from '../../src/gate/http/unread-bodies.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { basic, type TestService } from '../../src/testing/test-service.ts'

let service: TestService
let known: Record<string, string>
let authorization: string

beforeAll(async () => {
  service = await shareTestService()
  const { keys } = await service.createOrganization()
  known = basic(keys['submitting-events'])
  authorization = known.authorization as string
})
afterAll(() => service[Symbol.asyncDispose]())

const MIB = 1024 * 1024
const PATH = '/v1/presence/basic'

/** A process of its own, so that the memory here is that of the service. */
const CLIENT = `
const [url, headers, length] = process.argv.slice(1)
const bytes = Buffer.alloc(${9 * MIB}, ' ')
const submit = async () => {
  const body = length === 'known' ? bytes : new Blob([bytes]).stream()
  const answer = await fetch(url, { method: 'POST', headers: JSON.parse(headers), body, duplex: 'half' })
  return answer.status + ' ' + (await answer.json()).code
}
const answers = await Promise.all(Array.from({ length: 30 }, () => submit().catch((error) => error.cause?.code)))
console.log(JSON.stringify(answers))
`

/** Returns the answers to 30 bodies of 9 MiB, sent at once by a plain fetch. */
const submitMany = async (
  path: string,
  headers: Record<string, string>,
  length: 'known' | 'unknown' = 'known',
): Promise<string[]> => {
  const parts = [`${service.baseUrl}${path}`, JSON.stringify({ 'content-type': 'application/json', ...headers }), length]
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', CLIENT, ...parts])
  return JSON.parse(stdout)
}

const all = (answer: string): string[] => Array(30).fill(answer)

describe('a body that is refused before all of it came', () => {
  it('is answered by 413 each time, of 30 that come at once, and never kept', async () => {
    const before = process.memoryUsage.rss()
    expect(await submitMany(PATH, known)).toEqual(all('413 body_too_large'))
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * MIB)
  })

  it('is answered by 413 each time where its length is not said before', async () => {
    expect(await submitMany(PATH, known, 'unknown')).toEqual(all('413 body_too_large'))
  })

  it('is answered as well where it is refused for something else', async () => {
    expect(await submitMany(PATH, {})).toEqual(all('401 credentials_missing'))
    expect(await submitMany('/v1/auth', {})).toEqual(all('413 body_too_large'))
  })
})

describe('a small body that is refused before it was read', () => {
  it.each([
    ['401', {}],
    ['415', { 'content-type': 'text/plain' }],
    ['404', {}],
  ])('leaves the connection open: %s', async (status, more) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const path = status === '404' ? '/v1/nowhere' : status === '415' ? '/v1/auth' : PATH
    const ask = async () => {
      const asked = request(new URL(path, service.baseUrl), {
        ...{ agent, method: 'POST', headers: { 'content-type': 'application/json', ...more } },
      })
      asked.end('{}')
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      answer.resume()
      await once(answer, 'end')
      return [String(answer.statusCode), answer.headers.connection, asked.reusedSocket]
    }
    expect(await ask()).toEqual([status, 'keep-alive', false])
    expect(await ask()).toEqual([status, 'keep-alive', true])
    agent.destroy()
  })
})

/** Sends chunks until the connection is closed, as fast as they are taken. */
const sendForever = async (head: string) => {
  const { hostname, port } = new URL(service.baseUrl)
  // It does not stop where the service has ended its half of the connection.
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }).on('error', () => {})
  let answer = ''
  socket.on('data', (data) => {
    answer += data
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(MIB, ' '), Buffer.from('\r\n')])
  socket.write(head)
  while (!socket.closed && !socket.destroyed) {
    if (!socket.write(chunk)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
  }
  await closed
  return { answer, sent: socket.bytesWritten }
}

describe('a sender who never stops', () => {
  it.each([
    ['with a body above the limit', true, '413'],
    ['without credentials', false, '401'],
  ])('%s is answered, and cut off once the bound is passed', async (_, isKnown, status) => {
    const before = process.memoryUsage.rss()
    const credentials = isKnown ? `Authorization: ${authorization}\r\n` : ''
    const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${credentials}Transfer-Encoding: chunked\r\n\r\n`
    const { answer, sent } = await sendForever(head)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer).toMatch(/^connection: close\r$/im)
    expect(sent).toBeGreaterThan(BODY_LIMIT)
    // The buffers of the operating system come on top.
    expect(sent).toBeLessThan(DRAIN_BYTES + BODY_LIMIT + 32 * MIB)
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * MIB)
  })
})

describe('a caller who asks before sending', () => {
  const ask = async (length: number) => {
    const { hostname, port } = new URL(service.baseUrl)
    const socket = connect(Number(port), hostname)
    const fields = ['Host: x', 'Content-Type: application/json', `Authorization: ${authorization}`, 'Expect: 100-continue']
    socket.write(`POST ${PATH} HTTP/1.1\r\n${fields.join('\r\n')}\r\nContent-Length: ${length}\r\n\r\n`)
    const [first] = await once(socket, 'data')
    socket.destroy()
    return String(first).slice(9, 12)
  }

  it('is asked to send 8 MiB, and refused with one byte more', async () => {
    expect([await ask(BODY_LIMIT), await ask(BODY_LIMIT + 1)]).toEqual(['100', '413'])
  })
})
