import { RollcallError } from '../rollcall-error.ts'
import type { Deadline } from './deadline.ts'

/** A response whose body has not been read yet. */
export interface OpenResponse {
  response: Response
  deadline: Deadline
}

export const truncated = (cause?: unknown) =>
  new RollcallError('The response ended before it was complete', { status: 200, code: 'truncated_body', cause })

/**
 * The body in chunks of any length; the deadline applies to each chunk. Returning the generator early closes the connection, even
 * before the first chunk, which a plain generator would not.
 */
export const readChunks = ({ response, deadline }: OpenResponse): AsyncGenerator<Uint8Array, void, undefined> => {
  const reader = response.body?.getReader()
  const close = async () => {
    deadline.release()
    await reader?.cancel().catch(() => {})
  }
  const next = async () => {
    deadline.extend()
    try {
      return await reader?.read()
    } catch (error) {
      throw deadline.signal.aborted ? deadline.signal.reason : truncated(error)
    } finally {
      deadline.pause()
    }
  }
  async function* read(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for (let piece = await next(); piece && !piece.done; piece = await next()) yield piece.value
    } finally {
      await close()
    }
  }
  const pieces = read()
  const finish = pieces.return.bind(pieces)
  return Object.assign(pieces, {
    return: async (value: void | PromiseLike<void>) => {
      await close()
      return await finish(value)
    },
  })
}
