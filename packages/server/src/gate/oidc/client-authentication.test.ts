import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { compactVerify, decodeProtectedHeader, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { clientAuthentication, readPrivateKey } from './client-authentication.ts'

/** Made for this test, and used nowhere. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgN+4kWBx8/bxBpuhC
rai+jtQmv52S5nlndYMp4+l9RSuhRANCAASRmsPAYMASSl87KU3dYovv/bn94eps
C0lXSXVsNbhifi4t4TLoFlKBj8vS/OS8spApiI3Jzh6+fYYOgmKWsps0
-----END PRIVATE KEY-----
`
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBfTCCASOgAwIBAgIUAtkxzVzHEJiz9SBoNR7dN9PyUKwwCgYIKoZIzj0EAwIw
EzERMA8GA1UEAwwIcm9sbGNhbGwwIBcNMjYxMTIzMjMxMzAwWhgPMjEyNjEwMzAy
MzEzMDBaMBMxETAPBgNVBAMMCHJvbGxjYWxsMFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEkZrDwGDAEkpfOylN3WKL7/25/eHqbAtJV0l1bDW4Yn4uLeEy6BZSgY/L
0vzkvLKQKYiNyc4evn2GDoJilrKbNKNTMFEwHQYDVR0OBBYEFIivsHz5AC6NV7Tf
v3jnLGCA3IzsMB8GA1UdIwQYMBaAFIivsHz5AC6NV7Tfv3jnLGCA3IzsMA8GA1Ud
EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAN9Zt/2BXXpkTQv2cuDQDAa4
8D0wlXxLw5DNXx1SOLQZAiA0HUDVzTTMFbre54YBNXt92FSka1Rb1wdOlVL3xDiz
7w==
-----END CERTIFICATE-----
`

const SERVER = { issuer: 'https://login.example.com', token_endpoint: 'https://login.example.com/token' }

const assertionOf = async (credential: string): Promise<string> => {
  const body = new URLSearchParams()
  const authenticate = await clientAuthentication('private_key_jwt', credential)
  await authenticate(SERVER, { client_id: 'rollcall' }, body, new Headers())
  expect(body.get('client_assertion_type')).toBe('urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
  return body.get('client_assertion') as string
}

describe('a client that proves itself by a private key', () => {
  it('signs for the issuer, and names the key by its thumbprint', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const assertion = await assertionOf(privateKey.export({ type: 'pkcs1', format: 'pem' }) as string)
    const { payload, protectedHeader } = await jwtVerify(assertion, publicKey, { audience: SERVER.issuer, issuer: 'rollcall' })
    const { e, kty, n } = publicKey.export({ format: 'jwk' })
    const kid = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url')
    expect(protectedHeader).toEqual({ alg: 'RS256', kid })
    expect(payload).toMatchObject({ sub: 'rollcall', jti: expect.any(String) })
  })

  it.each([
    ['after', KEY + CERTIFICATE],
    ['before', CERTIFICATE + KEY],
  ])('names the key by a certificate that stands %s it, and signs for the address that is called', async (_, credential) => {
    const assertion = await assertionOf(credential)
    const { publicKey, raw } = new X509Certificate(CERTIFICATE)
    await jwtVerify(assertion, publicKey, { audience: SERVER.token_endpoint, issuer: 'rollcall', typ: 'JWT' })
    const thumbprint = createHash('sha256').update(raw).digest('base64url')
    expect(decodeProtectedHeader(assertion)).toEqual({ alg: 'ES256', typ: 'JWT', 'x5t#S256': thumbprint })
  })

  it('signs once for each call', async () => {
    const [one, other] = [await assertionOf(KEY), await assertionOf(KEY)]
    const key = new X509Certificate(CERTIFICATE).publicKey
    const ids = await Promise.all(
      [one, other].map(async (each) => JSON.parse(Buffer.from((await compactVerify(each, key)).payload).toString()).jti),
    )
    expect(new Set(ids).size).toBe(2)
  })

  it('needs a private key that is long enough, and the certificate of this key', () => {
    const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
    const other = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({ type: 'pkcs8', format: 'pem' })
    const curve = generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey.export({ type: 'pkcs8', format: 'pem' })
    expect(() => readPrivateKey(short as string)).toThrow(/2048 bits/)
    expect(() => readPrivateKey(curve as string)).toThrow(/curves/)
    expect(() => readPrivateKey(`${other}${CERTIFICATE}`)).toThrow(/certificate is that of another key/)
    for (const none of [CERTIFICATE, 'nonsense', '']) expect(() => readPrivateKey(none)).toThrow()
  })
})
