import { createHash, createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { ClientAuthentication } from '@rollcall/contract'
import { calculateJwkThumbprint, exportJWK, importPKCS8 } from 'jose'
import { type ClientAuth, ClientSecretBasic, ClientSecretPost, modifyAssertion, None, PrivateKeyJwt } from 'openid-client'

interface OwnKey {
  readonly key: KeyObject
  readonly algorithm: string
  /** By which the provider knows the key; undefined: it knows the key itself. */
  readonly certificate: X509Certificate | undefined
}

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]+?-----END \1-----/g
const CURVES: Readonly<Record<string, string>> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' }

const algorithmOf = ({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject, hasCertificate: boolean): string => {
  // Entra, which knows keys by certificates, wants this signature with their SHA-256.
  if (type === 'rsa' && (details?.modulusLength ?? 0) >= 2048) return hasCertificate ? 'PS256' : 'RS256'
  if (type === 'ed25519') return 'Ed25519'
  const ofCurve = type === 'ec' ? CURVES[details?.namedCurve ?? ''] : undefined
  if (ofCurve) return ofCurve
  throw new Error('The key is neither RSA of 2048 bits or more, nor of the curves P-256, P-384, P-521 or Ed25519.')
}

/**
 * Returns a private key with the algorithm that it signs with, and the certificate that is in the same text, if any.
 * @throws Error if there is no private key, or of another kind, or the certificate is that of another one
 */
export const readPrivateKey = (pem: string): OwnKey => {
  const blocks = [...pem.matchAll(BLOCK)].map(([text, kind = '']) => ({ text, kind }))
  const key = createPrivateKey(blocks.find(({ kind }) => kind.endsWith('PRIVATE KEY'))?.text ?? pem)
  const certificates = blocks.filter(({ kind }) => kind === 'CERTIFICATE').map(({ text }) => new X509Certificate(text))
  const certificate = certificates.find((each) => each.checkPrivateKey(key))
  if (certificates.length > 0 && !certificate) throw new Error('The certificate is that of another key.')
  return { key, algorithm: algorithmOf(key, certificate !== undefined), certificate }
}

/** Returns the id of a key that has no certificate (RFC 7638). */
const idOf = async (key: KeyObject): Promise<string> => calculateJwkThumbprint(await exportJWK(createPublicKey(key)))

const thumbprintOf = ({ raw }: X509Certificate): string => createHash('sha256').update(raw).digest('base64url')

/** Says how assertions name the private key, so that an administrator can compare it with what the provider knows. */
export const describeKey = async (credential: string): Promise<string> => {
  const { key, certificate } = readPrivateKey(credential)
  return certificate ? `the certificate with x5t#S256 ${thumbprintOf(certificate)}` : `the key id (kid) ${await idOf(key)}`
}

/** Returns how the client proves itself at the token endpoint. @throws Error if the key cannot be read */
export const clientAuthentication = async (method: ClientAuthentication, credential = ''): Promise<ClientAuth> => {
  if (method === 'none') return None()
  if (method === 'client_secret_post') return ClientSecretPost(credential)
  if (method === 'client_secret_basic') return ClientSecretBasic(credential)
  const { key, algorithm, certificate } = readPrivateKey(credential)
  const signing = await importPKCS8(key.export({ type: 'pkcs8', format: 'pem' }) as string, algorithm)
  if (certificate) return byCertificate(signing, certificate)
  return PrivateKeyJwt({ key: signing, kid: await idOf(key) })
}

/** As Entra wants it: the key is named by its certificate, and the audience is the address that is called. */
const byCertificate =
  (key: CryptoKey, certificate: X509Certificate): ClientAuth =>
  (server, client, body, headers) =>
    PrivateKeyJwt(key, {
      [modifyAssertion]: (header, payload) => {
        Object.assign(header, { typ: 'JWT', 'x5t#S256': thumbprintOf(certificate) })
        payload.aud = server.token_endpoint as string
      },
    })(server, client, body, headers)
