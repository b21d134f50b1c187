import type { ResolvedOptions } from '../options.ts'
import { createTokenCache } from './token-cache.ts'
import { clientCredentialsTokens, hmacTokens } from './token-requests.ts'

/** Authenticates calls. */
export interface Authorization {
  /** Suffix of protected paths. */
  readonly suffix: '' | '/basic'
  /** Value of the Authorization header. */
  header(): Promise<string>
  /** Reports a rejected header. Returns whether a retry with a new one makes sense. */
  refused(header: string): boolean
}

/** Encodes the UTF-8 bytes (RFC 7617), because btoa accepts only Latin-1. */
const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

const basicAuthorization = ({ id, secret }: ResolvedOptions['key']): Authorization => {
  const header = `Basic ${base64(`${id}:${secret}`)}`
  return { suffix: '/basic', header: async () => header, refused: () => false }
}

const BEARER = 'Bearer '

export const createAuthorization = (options: ResolvedOptions): Authorization => {
  if (options.auth === 'basic') return basicAuthorization(options.key)
  const cache = createTokenCache(options.auth === 'hmac' ? hmacTokens(options) : clientCredentialsTokens(options))
  return {
    suffix: '',
    header: async () => BEARER + (await cache.get()),
    refused: (header) => {
      cache.drop(header.slice(BEARER.length))
      return true
    },
  }
}
