import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { sendRaw } from '../http/support/send.ts'

let service: TestService
beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())

const HIDDEN = 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Request-Id: hidden\r\n\r\n'
const statuses = (answer: string): string[] =>
  [...answer.matchAll(/HTTP\/1\.1 ([0-9]{3}) /g)].map(([, status]) => status as string)

const post = (headers: string, body: string): string =>
  `POST /v1/auth HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n${body}`

describe('a request that a proxy before us could understand in another way', () => {
  it.each([
    ['a length and chunks', post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${HIDDEN}`)],
    ['chunks and a length', post('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', `0\r\n\r\n${HIDDEN}`)],
    ['an encoding before chunks', post('Transfer-Encoding: x, chunked\r\nContent-Length: 5\r\n', `0\r\n\r\n${HIDDEN}`)],
    ['an encoding after chunks', post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${HIDDEN}`)],
    ['an unknown encoding', post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${HIDDEN}`)],
    ['a space before the colon', post('Transfer-Encoding : chunked\r\nContent-Length: 5\r\n', `0\r\n\r\n${HIDDEN}`)],
    ['a vertical tab before chunks', post('Transfer-Encoding: \x0bchunked\r\nContent-Length: 5\r\n', `0\r\n\r\n${HIDDEN}`)],
    ['a folded header', post('Transfer-Encoding:\r\n chunked\r\nContent-Length: 5\r\n', `0\r\n\r\n${HIDDEN}`)],
    ['two lengths', post('Content-Length: 2\r\nContent-Length: 80\r\n', `{}${HIDDEN}`)],
    ['a list of lengths', post('Content-Length: 2, 80\r\n', `{}${HIDDEN}`)],
    ['a length with a sign', post('Content-Length: +2\r\n', `{}${HIDDEN}`)],
    ['a hexadecimal length', post('Content-Length: 0x2\r\n', `{}${HIDDEN}`)],
    ['a length beyond all numbers', post(`Content-Length: ${'9'.repeat(40)}\r\n`, `{}${HIDDEN}`)],
    ['a chunk of a length that is none', post('Transfer-Encoding: chunked\r\n', `0x2\r\n{}\r\n0\r\n\r\n${HIDDEN}`)],
    ['a chunk with a space in its length', post('Transfer-Encoding: chunked\r\n', `2 \n{}\r\n0\r\n\r\n${HIDDEN}`)],
    ['a chunk of a negative length', post('Transfer-Encoding: chunked\r\n', `-2\r\n{}\r\n0\r\n\r\n${HIDDEN}`)],
    [
      'a chunk of a length beyond all numbers',
      post('Transfer-Encoding: chunked\r\n', `${'f'.repeat(20)}\r\n{}\r\n0\r\n\r\n${HIDDEN}`),
    ],
    ['a chunk that is longer than it says', post('Transfer-Encoding: chunked\r\n', `1\r\n{}\r\n0\r\n\r\n${HIDDEN}`)],
    [
      'lines that end without a carriage return',
      `POST /v1/auth HTTP/1.1\nHost: x\nContent-Length: 2\nTransfer-Encoding: chunked\n\n0\n\n${HIDDEN}`,
    ],
    ['a bare carriage return', post('X: a\rContent-Length: 80\r\n', HIDDEN)],
    ['a line feed within a header', post('X: a\nContent-Length: 80\r\nContent-Length: 2\r\n', `{}${HIDDEN}`)],
    ['a NUL in a header', post('X: a\0b\r\nContent-Length: 2\r\n', `{}${HIDDEN}`)],
    ['a header without a name', post(': x\r\nContent-Length: 2\r\n', `{}${HIDDEN}`)],
    ['two hosts', `GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n`],
    ['a space before the first header', `GET /healthz HTTP/1.1\r\n Content-Length: 80\r\nHost: x\r\n\r\n${HIDDEN}`],
    ['another version', 'GET /healthz HTTP/3.7\r\nHost: x\r\n\r\n'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a method in lower case', 'get /healthz HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('is refused with one answer, and what is hidden in it is none: %s', async (_, bytes) => {
    const answer = await sendRaw(service.baseUrl, bytes)
    expect(statuses(answer)).toEqual(['400'])
    expect(answer).not.toContain('hidden')
  })

  it('is two requests where both of us see two', async () => {
    const last = HIDDEN.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
    const answer = await sendRaw(service.baseUrl, post('Content-Length: 2\r\n', `{}${last}`))
    expect(statuses(answer)).toEqual(['400', '200'])
    expect(answer).toContain('"code":"invalid_body"')
  })

  it('is not read on where its body was not read either', async () => {
    // Refused by its type, before the body: which then is the body all the same, and no request.
    const bytes = `POST /v1/auth HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`
    const closing = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    const answer = await sendRaw(service.baseUrl, bytes + closing)
    expect(statuses(answer)).toEqual(['415', '200'])
    expect(answer).not.toContain('hidden')
  })
})

describe('the checks of a response', () => {
  it.each(['x', ''])('beyond our knowledge is ignored: %s', async (expected) => {
    const answer = await sendRaw(
      service.baseUrl,
      `GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: ${expected}\r\nConnection: close\r\n\r\n`,
    )
    expect(statuses(answer)).toEqual(['200'])
  })
})
