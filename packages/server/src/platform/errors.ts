import { ERRORS, type ErrorCode } from '@rollcall/contract'

/** One broken rule in a request, by RFC 6901 pointer. */
export interface Fault {
  pointer: string
  message: string
  code: string
}

/** What calls wait for in queues of ours. */
export const QUEUES = ['passwords', 'refreshes', 'readers'] as const
export type Queue = (typeof QUEUES)[number]

interface Extras {
  /** Says more exactly than the table what to do next. */
  detail?: string
  errors?: Fault[]
  headers?: Record<string, string>
  /** Further members of the problem body. */
  members?: Record<string, unknown>
  /** The known key that was refused, for the log alone. */
  keyId?: string | undefined
  /** Too much waited there already; counted by that name. */
  refusedBy?: Queue
  cause?: unknown
}

/** The one error of the product: everything a caller may see of it comes from the error table. */
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

/** SQLSTATEs that mean "not now": the database starts, stops, is read-only, full or overloaded, or so slow that it ended the statement. */
const NOT_NOW = /^(08...|25006|57P0[123]|57014|55P03|53...)$/
/** What the system says where the database or the way to it is away, or where there is no room for another file or connection. */
const SYSTEM = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EMFILE', 'ENFILE', 'ENOSPC', 'EDQUOT'],
])
/** pg and DuckDB have no codes for these. */
const MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|No space left on device/

/** Whether the database, the way to it or this machine could not serve, so that the same call will work later. */
export const isUnavailable = (error: unknown): boolean => {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return (
    (typeof code === 'string' && (NOT_NOW.test(code) || SYSTEM.has(code))) ||
    (typeof message === 'string' && MESSAGE.test(message))
  )
}

/** SQLSTATE of a deadlock and of a serialization failure. */
const OVERTAKEN = new Set(['40P01', '40001'])

/** Whether PostgreSQL ended the transaction for the sake of another: nothing of it happened, and the next attempt usually succeeds. */
export const isOvertaken = (error: unknown): boolean => OVERTAKEN.has(sqlState(error) ?? '')

/** SQLSTATE of a failed statement, where there is one. */
export const sqlState = (error: unknown): string | undefined => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}
