import { RollcallError } from '../rollcall-error.ts'

const encoder = new TextEncoder()

const noHash = (reason: string, cause?: unknown) =>
  new RollcallError(`The hash of the key cannot be computed: ${reason}`, { status: 0, code: 'not_sent', cause })

/** Browsers define it only in secure contexts, despite its type. */
const subtleCrypto = (): SubtleCrypto => {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  if (subtle) return subtle
  throw noHash('crypto.subtle is missing; browsers provide it only on HTTPS and localhost')
}

/** HMAC-SHA256 of `apiKey` immediately followed by the timestamp, as lower-case hex (contract §2). */
export const hmacOf = async (apiKey: string, timestamp: number, secret: string): Promise<string> => {
  const subtle = subtleCrypto()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  try {
    const key = await subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign'])
    const signature = await subtle.sign('HMAC', key, encoder.encode(`${apiKey}${timestamp}`))
    return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch (error) {
    throw noHash(error instanceof Error ? error.message : 'unknown reason', error)
  }
}
