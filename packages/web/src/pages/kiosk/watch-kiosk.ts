import type { Kiosk } from '@rollcall/contract'
import { ApiError } from '../../api/api-error.ts'
import { addressOf, call } from '../../api/call.ts'

export interface KioskState {
  /** What the service answered last. */
  readonly kiosk: Kiosk | undefined
  /** How much the clock of the service is ahead of the one of this device, in milliseconds. */
  readonly clockOffset: number
  readonly status: 'loading' | 'live' | 'away' | 'refused'
}

/** Minimum time between two loads, even if much happens. */
const LOAD_MS = 3_000
/** Calendars and plans change without an event. */
const POLL_MS = 30_000
/** The service writes to a stream every 15 seconds, so one that is silent for so long is dead. */
const SILENT_MS = 40_000
const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 15_000
/** A load that takes longer has failed. */
const TIMEOUT_MS = 20_000
/** A screen stays on for months, so it takes the current version of the app once a day. */
const RELOAD_MS = 86_400_000

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const isRefusal = (error: unknown): boolean => error instanceof ApiError && (error.status === 401 || error.status === 403)

/**
 * Reads what a screen shows, again whenever the service says that something happened, and tells `onState`. It goes on by itself after
 * failures, and ends only when the link no longer works. Returns a function that stops it.
 */
export const watchKiosk = (secret: string, onState: (state: KioskState) => void): (() => void) => {
  const stop = new AbortController()
  const { signal } = stop
  let state: KioskState = { kiosk: undefined, clockOffset: 0, status: 'loading' }
  let loadedAt = Number.NEGATIVE_INFINITY
  let isWanted = false
  let isLoading = false

  const tell = (change: Partial<KioskState>): void => {
    if (signal.aborted) return
    state = { ...state, ...change }
    onState(state)
    if (state.status === 'refused') stop.abort()
  }

  const load = async (): Promise<void> => {
    try {
      const kiosk = await call('getKiosk', { bearer: secret, signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) })
      tell({ kiosk, clockOffset: Date.parse(kiosk.timestamp) - Date.now(), status: 'live' })
      if (performance.now() > RELOAD_MS) window.location.reload()
    } catch (error) {
      tell({ status: isRefusal(error) ? 'refused' : 'away' })
    }
  }

  const loadAll = async (): Promise<void> => {
    while (isWanted && !signal.aborted) {
      await sleep(loadedAt + LOAD_MS - performance.now(), signal)
      isWanted = false
      loadedAt = performance.now()
      await load()
    }
    isLoading = false
  }

  /** What happens during a load is read by another one. */
  const loadSoon = (): void => {
    isWanted = true
    if (isLoading) return
    isLoading = true
    void loadAll()
  }

  /** Follows one stream to its end. Its events say nothing but that something happened. */
  const follow = async (): Promise<void> => {
    const silence = new AbortController()
    const response = await fetch(addressOf('watchKiosk'), {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${secret}` },
      credentials: 'omit',
      signal: AbortSignal.any([signal, silence.signal]),
    })
    const reader = response.ok ? response.body?.getReader() : undefined
    const decoder = new TextDecoder()
    while (reader) {
      const timer = setTimeout(() => silence.abort(), SILENT_MS)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (done) return
      if (decoder.decode(value, { stream: true }).includes('event:')) loadSoon()
    }
  }

  const run = async (): Promise<void> => {
    let wait = FIRST_WAIT_MS
    while (!signal.aborted) {
      const startedAt = performance.now()
      await follow().catch(() => undefined)
      if (performance.now() - startedAt > MAX_WAIT_MS) wait = FIRST_WAIT_MS
      // A stream ends when the link is revoked or an event could be missing.
      loadSoon()
      await sleep(wait, signal)
      wait = Math.min(wait * 2, MAX_WAIT_MS)
    }
  }

  loadSoon()
  void run()
  const poll = setInterval(loadSoon, POLL_MS)
  signal.addEventListener('abort', () => clearInterval(poll))
  window.addEventListener('online', loadSoon, { signal })
  return () => stop.abort()
}
