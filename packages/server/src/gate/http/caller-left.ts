import type { FastifyReply } from 'fastify'
import { AppError } from '../../platform/errors.ts'

/**
 * Calls back once the response is sent or the caller has disconnected: at once if that is over by now, for example because the caller
 * left while it was being authenticated. Node tells of it only once.
 */
export const onceClosed = ({ raw }: FastifyReply, then: () => void): void => {
  if (raw.closed) then()
  else raw.once('close', then)
}

/** Aborts when the caller disconnects. */
export const untilLeft = (reply: FastifyReply): AbortSignal => {
  const left = new AbortController()
  onceClosed(reply, () => left.abort(new AppError('invalid_request', { detail: 'The caller went away.' })))
  return left.signal
}
