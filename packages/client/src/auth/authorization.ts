import type { ResolvedOptions } from '../options.ts'
import { createTokenCache } from './token-cache.ts'
import { clientCredentialsTokens, hmacTokens } from './token-requests.ts'

/** How calls prove who they are. */
export interface Authorization {
  /** What protected paths end with. */
  readonly suffix: '' | '/basic'
  /** Value of the Authorization header. */
  header(): Promise<string>
  /** Told that a header was refused; whether another try with a new one makes sense. */
  refused(header: string): boolean
}

/** Of the UTF-8 bytes (RFC 7617), which btoa alone does not take. */
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
