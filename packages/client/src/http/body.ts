import { RollcallError } from '../rollcall-error.ts'
import type { Deadline } from './deadline.ts'

/** An answer whose body is still to be read. */
export interface OpenAnswer {
  response: Response
  deadline: Deadline
}

export const truncated = (cause?: unknown) =>
  new RollcallError('The answer ended before it was complete', { status: 200, code: 'truncated_body', cause })

/**
 * The body as it comes, in pieces of any length, each no later than the deadline's length after it was asked for. Returning it
 * early closes the connection, also before the first piece, which a generator alone would not.
 */
export const piecesOf = ({ response, deadline }: OpenAnswer): AsyncGenerator<Uint8Array, void, undefined> => {
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
