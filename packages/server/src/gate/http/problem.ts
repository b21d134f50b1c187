import { ERRORS, type Problem } from '@rollcall/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type FieldError, isTransactionConflict, isUnavailable } from '../../platform/errors.ts'
import type { Telemetry } from '../../platform/telemetry/telemetry.ts'
import { bodyTooLarge } from './body.ts'

const RETRY_AFTER_SECONDS = '2'

const RESPONSE_HEADERS = [
  ...['content-encoding', 'content-disposition', 'etag', 'last-modified'],
  ...['warehouse-as-of', 'warehouse-refreshed-at', 'warehouse-row-count'],
]

/** Maps errors of the framework to our codes. */
const FRAMEWORK_CODES: Record<string, AppError['code']> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_BAD_URL: 'not_found',
}

/** Converts every thrown value to an AppError; an unexpected error becomes `internal`, without its message. */
export const toAppError = (error: FastifyError | AppError, { raw, routeOptions }: FastifyRequest): AppError => {
  if (error instanceof AppError) return error
  if (isCutOff(raw)) return new AppError('invalid_request', { cause: error, detail: CUT_OFF })
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(routeOptions.bodyLimit, error)
  // The decompressor throws its own error with the members of ours.
  const { extras } = error as Partial<AppError>
  if (extras) return new AppError(error.code as AppError['code'], extras)
  const code = FRAMEWORK_CODES[error.code]
  if (code) return new AppError(code, { cause: error })
  if (isUnavailable(error) || isTransactionConflict(error)) return new AppError('unavailable', { cause: error })
  if (error.statusCode && error.statusCode < 500) return new AppError('invalid_request', { cause: error })
  return new AppError('internal', { cause: error })
}

const CUT_OFF = 'The connection ended before the whole body arrived. Send the same call again.'

/** Returns whether the sender disconnected within the body: this is no error of the service, and no one reads the response. */
const isCutOff = ({ complete, readableAborted }: FastifyRequest['raw']): boolean => readableAborted && !complete

/** Shortens a text, which may quote a name as long as a body, without leaving half of a character. */
const clip = (text: string, length: number): string => text.slice(0, length).toWellFormed()

const clipFieldError = ({ pointer, message, code }: FieldError): FieldError => ({
  pointer: clip(pointer, 500),
  message: clip(message, 500),
  code,
})

/** Builds the problem body of an error (RFC 9457), no longer than its schema allows. */
export const problemOf = (error: AppError, instance: string): Problem & Record<string, unknown> => ({
  type: `/docs/errors#${error.code}`,
  title: ERRORS[error.code].title,
  status: error.status,
  detail: clip(error.message, 2000),
  instance,
  code: error.code,
  ...(error.extras.errors ? { errors: error.extras.errors.slice(0, 50).map(clipFieldError) } : {}),
  ...error.extras.members,
})

export const sendProblem = (reply: FastifyReply, error: AppError, instance: string): FastifyReply => {
  if (error.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
  // A response that fails before its first byte still has these headers, which describe the intended response.
  for (const name of RESPONSE_HEADERS) reply.removeHeader(name)
  return reply
    .code(error.status)
    .headers(error.extras.headers ?? {})
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(problemOf(error, instance))
}

export const createErrorHandler =
  (telemetry: Telemetry) =>
  (error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const problem = toAppError(error, request)
    request.refusal = { code: problem.code, keyId: problem.extras.keyId }
    if (problem.status >= 500) telemetry.requestFailed(request, problem)
    return sendProblem(reply, problem, request.id)
  }
