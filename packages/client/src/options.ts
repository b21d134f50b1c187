const AUTHS = ['hmac', 'client-credentials', 'basic'] as const

/** Address and credentials of the service. */
export interface ClientOptions {
  /** Address of the service, with or without a trailing slash. */
  baseUrl: string
  key: { id: string; secret: string }
  /** `hmac` (default) and `client-credentials` get a bearer token; `basic` uses the paths that end in /basic. */
  auth?: (typeof AUTHS)[number]
  fetch?: typeof fetch
  /** Attempts per call, including the first; 6 by default. */
  maxAttempts?: number
  /** Maximum silence of the service, per attempt and between two chunks of a stream; 60 s by default. */
  timeoutMs?: number
  /** Upper bound of the first random wait before a retry, doubled each time up to 20 s; 250 ms by default. */
  backoffMs?: number
}

export type ResolvedOptions = Required<ClientOptions>

/** Longer timers fire immediately. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

const numberOf = (name: string, value: unknown, expected: string, isGood: (number: number) => boolean): number => {
  if (typeof value !== 'number') throw new TypeError(`${name} must be a number, not ${typeof value}`)
  if (isGood(value)) return value
  throw new RangeError(`${name} must be ${expected}, not ${value}`)
}

/** An unknown name must not fall back to a method that sends the secret. */
const authOf = (given: unknown): ResolvedOptions['auth'] => {
  const known = AUTHS.find((auth) => auth === given)
  if (known) return known
  throw new TypeError(`auth must be one of ${AUTHS.join(', ')}, not ${typeof given === 'string' ? `'${given}'` : typeof given}`)
}

/** @throws TypeError or RangeError for an invalid option */
export const resolveOptions = ({ baseUrl, key, ...given }: ClientOptions): ResolvedOptions => ({
  baseUrl: baseUrl.replace(/\/+$/, ''),
  key,
  auth: authOf(given.auth ?? 'hmac'),
  fetch: given.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  maxAttempts: numberOf(
    'maxAttempts',
    given.maxAttempts ?? 6,
    'a whole number of at least 1',
    (count) => Number.isSafeInteger(count) && count >= 1,
  ),
  timeoutMs: numberOf(
    'timeoutMs',
    given.timeoutMs ?? 60_000,
    `more than 0 and at most ${MAX_TIMEOUT_MS}`,
    (ms) => ms > 0 && ms <= MAX_TIMEOUT_MS,
  ),
  backoffMs: numberOf('backoffMs', given.backoffMs ?? 250, 'a finite number of at least 0', (ms) => ms >= 0 && ms < Infinity),
})
