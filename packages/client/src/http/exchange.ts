import type { ResolvedOptions } from '../options.ts'
import { errorOfResponse } from '../rollcall-error.ts'
import type { Consume } from './consume.ts'
import { createDeadline, failure } from './deadline.ts'
import { isRedirect, redirectedError } from './redirect.ts'

/** One request that can be sent repeatedly. */
export interface Outgoing {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | undefined
  signal?: AbortSignal | undefined
  /** Treats 304 as success: the caller already has the content. */
  conditional?: boolean | undefined
  /** Receives the headers of every response, including errors. */
  onHeaders?: ((headers: Headers) => void) | undefined
}

export const NOT_MODIFIED = 304

/**
 * Sends once and lets `consume` read the response under the same deadline, so that a connection that breaks in the body also
 * counts as a failed attempt. `consume` pauses the deadline when it hands out an unread body.
 */
export const exchange = async <T>(options: ResolvedOptions, outgoing: Outgoing, consume: Consume<T>): Promise<T> => {
  const deadline = createDeadline(options.timeoutMs, outgoing.signal)
  try {
    const response = await options.fetch(`${options.baseUrl}${outgoing.path}`, {
      method: outgoing.method,
      // If followed, a POST may become a GET without its body, and the credentials would go to any address.
      redirect: 'manual',
      headers: outgoing.headers,
      signal: deadline.signal,
      ...(outgoing.body === undefined ? {} : { body: outgoing.body }),
    })
    deadline.extend()
    outgoing.onHeaders?.(response.headers)
    if (isRedirect(response)) throw await redirectedError(response, options.baseUrl, outgoing.path)
    const isAnswer = response.ok || (outgoing.conditional && response.status === NOT_MODIFIED)
    if (!isAnswer) throw await errorOfResponse(response)
    return await consume(response, deadline)
  } catch (error) {
    deadline.release()
    throw failure(error, deadline)
  }
}
