import { RollcallError } from '../rollcall-error.ts'

/** Aborts when the caller aborts, or when the service sends nothing for `timeoutMs`. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Restarts the timer: the client waits for the service, or has just received data. */
  extend(): void
  /** Stops the timer while the client does not wait for the service. A consumer may take any time. */
  pause(): void
  /** Stops the timer and detaches from the caller's signal. */
  release(): void
}

export const createDeadline = (timeoutMs: number, caller?: AbortSignal): Deadline => {
  const controller = new AbortController()
  const abort = () => controller.abort(caller?.reason)
  if (caller?.aborted) abort()
  caller?.addEventListener('abort', abort, { once: true })
  const expire = () =>
    controller.abort(new RollcallError(`The service did not answer within ${timeoutMs} ms`, { status: 0, code: 'timeout' }))
  let timer = setTimeout(expire, timeoutMs)
  const pause = () => clearTimeout(timer)
  return {
    signal: controller.signal,
    extend: () => {
      pause()
      timer = setTimeout(expire, timeoutMs)
    },
    pause,
    release: () => {
      pause()
      caller?.removeEventListener('abort', abort)
    },
  }
}

const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}

/** The error to throw for a failure under a deadline: the abort reason, or else a network error. */
export const failure = (error: unknown, deadline: Deadline): unknown => {
  if (deadline.signal.aborted) return deadline.signal.reason
  if (error instanceof RollcallError) return error
  return new RollcallError(`The service could not be reached: ${reasonOf(error)}`, {
    status: 0,
    code: 'network_error',
    cause: error,
  })
}
