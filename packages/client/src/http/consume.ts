import { RollcallError } from '../rollcall-error.ts'
import { createJsonArraySplitter } from '../stream/json-array.ts'
import { type OpenResponse, readChunks, truncated } from './body.ts'
import type { Deadline } from './deadline.ts'

/** Reads a successful response under the deadline of its call. */
export type Consume<T> = (response: Response, deadline: Deadline) => Promise<T>

const invalidAnswer = (response: Response, cause: unknown) =>
  new RollcallError('The response is not valid JSON', { status: response.status, code: 'invalid_answer', cause })

/** Runs a reader of text or JSON, and turns any error into an invalid answer. */
const orInvalid = <T>(response: Response, read: () => T): T => {
  try {
    return read()
  } catch (error) {
    throw invalidAnswer(response, error)
  }
}

const decoderOf = (response: Response) => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return (piece?: Uint8Array) => orInvalid(response, () => decoder.decode(piece, { stream: piece !== undefined }))
}

export const consumeText: Consume<string> = async (response, deadline) => {
  const decode = decoderOf(response)
  let text = ''
  for await (const piece of readChunks({ response, deadline })) text += decode(piece)
  return text + decode()
}

/** Reads the whole response as JSON regardless of its content type, because a proxy may have answered instead of the service. */
export const consumeJson: Consume<unknown> = async (response, deadline) => {
  const text = await consumeText(response, deadline)
  return orInvalid(response, () => JSON.parse(text))
}

/** Hands out the unread body with the deadline paused. */
export const consumeUnread: Consume<OpenResponse> = async (response, deadline) => {
  deadline.pause()
  return { response, deadline }
}

/** Yields rows while holding at most one chunk and its rows in memory. A consumer that stops early closes the connection. */
export async function* rowsOf(answer: OpenResponse): AsyncGenerator<unknown, void, undefined> {
  const { response } = answer
  const decode = decoderOf(response)
  const rowDecoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let rows: unknown[] = []
  const splitter = createJsonArraySplitter((bytes, start, end, isLine) => {
    try {
      rows.push(JSON.parse(rowDecoder.decode(bytes.subarray(start, end))))
      return true
    } catch (error) {
      if (isLine) return false
      throw error
    }
  })
  for await (const piece of readChunks(answer)) {
    // Checks the encoding where the bytes arrive, also those of a row that never ends.
    decode(piece)
    orInvalid(response, () => splitter.push(piece))
    yield* rows
    rows = []
  }
  decode()
  if (!splitter.isComplete()) throw truncated()
}
