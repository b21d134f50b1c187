/// <reference path="./http-ece.d.ts" />
import { createECDH, generateKeyPairSync } from 'node:crypto'
import { encrypt } from 'http_ece'
import { importJWK, type JWK, SignJWT } from 'jose'

/** What a browser gave us when it subscribed (RFC 8291 §2). */
export interface Subscription {
  readonly endpoint: string
  /** The public key of the browser, in base64url. */
  readonly p256dh: string
  /** The authentication secret, in base64url. */
  readonly auth: string
}

/** A key with which a sender introduces itself (VAPID, RFC 8292). */
export interface SenderKey {
  /** An uncompressed point on P-256, in base64url. */
  readonly publicKey: string
  /** Both parts, as a JWK. */
  readonly jwk: JWK
}

const POINT_BYTES = 65
const SECRET_BYTES = 16

export const createSenderKey = (): SenderKey => {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as JWK
  const [x, y] = [jwk.x, jwk.y].map((part) => Buffer.from(part ?? '', 'base64url'))
  return { publicKey: Buffer.concat([Buffer.of(4), x as Buffer, y as Buffer]).toString('base64url'), jwk }
}

/** Whether the keys of a subscription are such: a point of the curve, and a secret of its length. */
export const hasValidKeys = ({ p256dh, auth }: Omit<Subscription, 'endpoint'>): boolean => {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== POINT_BYTES || Buffer.from(auth, 'base64url').length !== SECRET_BYTES) return false
  try {
    const ecdh = createECDH('prime256v1')
    ecdh.generateKeys()
    ecdh.computeSecret(point)
    return true
  } catch {
    return false
  }
}

/** Encrypts a text for one browser (RFC 8291): the push service can neither read nor change it. */
export const encryptFor = ({ p256dh, auth }: Omit<Subscription, 'endpoint'>, text: string): Buffer => {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return encrypt(Buffer.from(text), { version: 'aes128gcm', dh: p256dh, privateKey: ecdh, authSecret: auth })
}

/** Push services accept at most a day; half of it leaves room for a clock that is wrong. */
const TOKEN_HOURS = 12

/** Returns the header that says to the push service who we are, for this service only (RFC 8292 §3). */
export const introduceTo = async (endpoint: string, { publicKey, jwk }: SenderKey, contact: string): Promise<string> => {
  const token = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(`${TOKEN_HOURS}h`)
    .setSubject(contact)
    .sign(await importJWK(jwk, 'ES256'))
  return `vapid t=${token}, k=${publicKey}`
}
