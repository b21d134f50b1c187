import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { httpFetch } from './http-fetch.ts'

const serve = async (listener: RequestListener) => {
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/rows`, [Symbol.asyncDispose]: async () => void server.close() }
}

const BODY = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ userId: `${index} ${Math.sin(index)}` })))

test.each<[string, (body: Buffer) => Buffer]>([
  ['br', (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['zstd', zstdCompressSync],
  ['identity', (body) => body],
])('decodes %s, and fails where the body ends early', async (encoding, compress) => {
  const sent = compress(Buffer.from(BODY))
  let isWhole = true
  await using peer = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': encoding, 'content-length': sent.length })
    if (isWhole) return void response.end(sent)
    response.write(sent.subarray(0, sent.length / 2), () => response.destroy())
  })
  expect(await (await httpFetch(peer.url)).text()).toBe(BODY)
  isWhole = false
  await expect(httpFetch(peer.url).then((answer) => answer.text())).rejects.toThrow()
})

test('passes headers and statuses on, and ends by its signal', async () => {
  await using peer = await serve((request, response) => {
    if (request.headers['x-wait']) return
    const status = request.headers['if-none-match'] ? 304 : 200
    response.writeHead(status, { 'set-cookie': ['a=1', 'b=2'], 'x-asked': request.headers['accept-encoding'] }).end()
  })
  const answer = await httpFetch(peer.url)
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(answer.headers.get('x-asked')).toBe('gzip, deflate')
  expect((await httpFetch(peer.url, { headers: { 'if-none-match': '"v1"' } })).status).toBe(304)
  const stop = new AbortController()
  const waiting = httpFetch(peer.url, { headers: { 'x-wait': 'yes' }, signal: stop.signal })
  stop.abort()
  await expect(waiting).rejects.toThrow('fetch failed')
})

test('leaves redirects and requests that write to fetch', async () => {
  await using peer = await serve((request, response) => {
    if (request.url === '/rows') return void response.writeHead(307, { location: '/moved' }).end('elsewhere')
    request.pipe(response.writeHead(200, { 'x-method': request.method }))
  })
  expect((await httpFetch(peer.url)).headers.get('x-method')).toBe('GET')
  expect(await (await httpFetch(peer.url, { method: 'POST', body: 'text' })).text()).toBe('text')
})

test('says why there is no connection', async () => {
  const { url, ...peer } = await serve(() => {})
  await peer[Symbol.asyncDispose]()
  await expect(httpFetch(url)).rejects.toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNREFUSED' } })
})
