import { RollcallError } from '../rollcall-error.ts'

/** Aborts when the caller does, or when nothing happened for `timeoutMs` since the last `extend`. */
export interface Deadline {
  readonly signal: AbortSignal
  extend(): void
  /** Stops the clock and lets go of the caller's signal. */
  release(): void
}

export const createDeadline = (timeoutMs: number, caller?: AbortSignal): Deadline => {
  const controller = new AbortController()
  const abort = () => controller.abort(caller?.reason)
  if (caller?.aborted) abort()
  caller?.addEventListener('abort', abort, { once: true })
  const expire = () =>
    controller.abort(new RollcallError(`The service did not answer within ${timeoutMs} ms`, { status: 0, code: 'timeout' }))
  const timer = setTimeout(expire, timeoutMs)
  return {
    signal: controller.signal,
    extend: () => void timer.refresh(),
    release: () => {
      clearTimeout(timer)
      caller?.removeEventListener('abort', abort)
    },
  }
}

/** What to throw for a failure under a deadline: the abort reason, else the failure as a network error. */
export const failure = (error: unknown, deadline: Deadline): unknown => {
  if (deadline.signal.aborted) return deadline.signal.reason
  if (error instanceof RollcallError) return error
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause)
  return new RollcallError(`The service could not be reached: ${reason}`, { status: 0, code: 'network_error', cause: error })
}
