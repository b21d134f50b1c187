import type { FieldErrorCode } from '@rollcall/contract'
import { ERRORS, type ErrorCode } from '@rollcall/contract/errors'

/** An invalid field of a request, with its RFC 6901 pointer. */
export interface FieldError {
  pointer: string
  message: string
  code: FieldErrorCode | ErrorCode
}

/** The names of the queues in which calls wait. */
export const QUEUES = ['passwords', 'refreshes', 'readers'] as const
export type Queue = (typeof QUEUES)[number]

interface Extras {
  /** A more specific instruction than that in the error table. */
  detail?: string
  errors?: FieldError[]
  headers?: Record<string, string>
  /** Additional members of the problem body. */
  members?: Record<string, unknown>
  /** The known key that was refused, for the log only. */
  keyId?: string | undefined
  /** The queue that was full; the refusal is counted under its name. */
  refusedBy?: Queue
  cause?: unknown
}

/** The one error class of the product: callers see only what the error table and the extras say. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly status: number
  readonly extras: Extras

  constructor(code: ErrorCode, extras: Extras = {}) {
    super(extras.detail ?? ERRORS[code].detail, { cause: extras.cause })
    this.code = code
    this.status = ERRORS[code].status
    this.extras = extras
  }
}

/**
 * SQLSTATEs that mean "not now": the database starts, stops, is read-only, full or overloaded, it ended a slow statement, or the
 * organization is being moved.
 */
const NOT_NOW = /^(08...|25006|57P0[123]|57M01|57014|55P03|53...)$/
/** System errors that mean that the database or the way to it is unavailable, or that files or connections are exhausted. */
const SYSTEM_ERRORS = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EMFILE', 'ENFILE', 'ENOSPC', 'EDQUOT'],
])
/** pg and DuckDB have no codes for these errors. */
const MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|No space left on device/

/** Returns whether the database, the network or this machine was unavailable, so that the same call will work later. */
export const isUnavailable = (error: unknown): boolean => {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return (
    (typeof code === 'string' && (NOT_NOW.test(code) || SYSTEM_ERRORS.has(code))) ||
    (typeof message === 'string' && MESSAGES.test(message))
  )
}

/** The SQLSTATE with which admit_moving_write() refuses a write. */
const BEING_MOVED = '57M01'

/** Returns whether a write was refused because its organization is being moved to another database. */
export const isBeingMoved = (error: unknown): boolean => sqlState(error) === BEING_MOVED

/** SQLSTATE of a deadlock and of a serialization failure. */
const TRANSACTION_CONFLICTS = new Set(['40P01', '40001'])

/** Returns whether PostgreSQL ended the transaction in favor of another: it had no effect, and a retry usually succeeds. */
export const isTransactionConflict = (error: unknown): boolean => TRANSACTION_CONFLICTS.has(sqlState(error) ?? '')

/** Returns the SQLSTATE of a failed statement, if any. */
export const sqlState = (error: unknown): string | undefined => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}
