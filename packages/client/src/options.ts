/** How to reach the service and as whom. */
export interface ClientOptions {
  /** Where the service is, with or without a trailing slash. */
  baseUrl: string
  key: { id: string; secret: string }
  /** `hmac` (default) and `client-credentials` get a bearer token; `basic` uses the paths that end in /basic. */
  auth?: 'hmac' | 'client-credentials' | 'basic'
  fetch?: typeof fetch
  /** Attempts per call, the first included; 6 by default. */
  maxAttempts?: number
  /** Longest silence of the service, per attempt and between two chunks of a stream; 60 s by default. */
  timeoutMs?: number
  /** Upper bound of the first random wait before a retry, doubled each time up to 20 s; 250 ms by default. */
  backoffMs?: number
}

export type ResolvedOptions = Required<ClientOptions>

export const resolveOptions = (options: ClientOptions): ResolvedOptions => ({
  auth: 'hmac',
  maxAttempts: 6,
  timeoutMs: 60_000,
  backoffMs: 250,
  ...options,
  fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  baseUrl: options.baseUrl.replace(/\/+$/, ''),
})
