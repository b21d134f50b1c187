import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The keys of a browser, as it makes them when it subscribes. */
export interface Browser {
  readonly privateKey: Buffer
  readonly publicKey: Buffer
  readonly auth: Buffer
}

export const createBrowser = (): Browser => {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  return { privateKey: ecdh.getPrivateKey(), publicKey, auth: randomBytes(16) }
}

const derive = (secret: Buffer, salt: Buffer, info: string | Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** Decrypts a message as a browser does, by the text of RFC 8188 and RFC 8291, without the library that encrypts. */
export const decrypt = ({ privateKey, publicKey, auth }: Browser, body: Buffer): string => {
  const [salt, keyLength] = [body.subarray(0, 16), body[20] as number]
  const [sender, content] = [body.subarray(21, 21 + keyLength), body.subarray(21 + keyLength)]
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(privateKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
  const secret = derive(ecdh.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(content.subarray(-16))
  const padded = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('The record is not the last one.')
  return padded.subarray(0, end).toString()
}

/** Returns who sent a message, if the signature fits the key that the header names (RFC 8292). */
export const readSender = (authorization: string): { key: string; claims: Record<string, unknown> } => {
  const { token = '', key = '' } = /^vapid t=(?<token>[^,]+), k=(?<key>.+)$/.exec(authorization)?.groups ?? {}
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as never, format: 'jwk' })
  const signed = Buffer.from(`${header}.${claims}`)
  if (!verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
    throw new Error('The signature is not that of the key.')
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown> }
}

interface Arrived {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

/** A push service on this machine, which answers as the test says. */
export const openPushService = async () => {
  const arrived: Arrived[] = []
  const answers = new Map<string, Answer>()
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const path = request.url ?? ''
    arrived.push({ path, headers: request.headers, body: Buffer.concat(parts) })
    const { status, headers = {} } = answers.get(path) ?? { status: 201 }
    response.writeHead(status, headers).end('x'.repeat(50_000))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    arrived,
    /** Says how it answers for one browser from now on. */
    answer: (endpoint: string, status: number, headers: Record<string, string> = {}) =>
      answers.set(new URL(endpoint).pathname, { status, headers }),
    to: (endpoint: string) => arrived.filter(({ path }) => path === new URL(endpoint).pathname),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type PushService = Awaited<ReturnType<typeof openPushService>>
