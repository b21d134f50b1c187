const AUTHS = ['hmac', 'client-credentials', 'basic'] as const

/** How to reach the service and as whom. */
export interface ClientOptions {
  /** Where the service is, with or without a trailing slash. */
  baseUrl: string
  key: { id: string; secret: string }
  /** `hmac` (default) and `client-credentials` get a bearer token; `basic` uses the paths that end in /basic. */
  auth?: (typeof AUTHS)[number]
  fetch?: typeof fetch
  /** Attempts per call, the first included; 6 by default. */
  maxAttempts?: number
  /** Longest silence of the service, per attempt and between two chunks of a stream; 60 s by default. */
  timeoutMs?: number
  /** Upper bound of the first random wait before a retry, doubled each time up to 20 s; 250 ms by default. */
  backoffMs?: number
}

export type ResolvedOptions = Required<ClientOptions>

/** Timers of more than this fire at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1

const numberOf = (name: string, value: unknown, expected: string, isGood: (number: number) => boolean): number => {
  if (typeof value !== 'number') throw new TypeError(`${name} must be a number, not ${typeof value}`)
  if (isGood(value)) return value
  throw new RangeError(`${name} must be ${expected}, not ${value}`)
}

/** A name that is not known must not be taken for the one that sends the secret. */
const authOf = (given: unknown): ResolvedOptions['auth'] => {
  const known = AUTHS.find((auth) => auth === given)
  if (known) return known
  throw new TypeError(`auth must be one of ${AUTHS.join(', ')}, not ${typeof given === 'string' ? `'${given}'` : typeof given}`)
}

/** @throws TypeError or RangeError for an option that is of no use */
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
    `more than 0 and at most ${LONGEST_TIMEOUT_MS}`,
    (ms) => ms > 0 && ms <= LONGEST_TIMEOUT_MS,
  ),
  backoffMs: numberOf('backoffMs', given.backoffMs ?? 250, 'a finite number of at least 0', (ms) => ms >= 0 && ms < Infinity),
})
