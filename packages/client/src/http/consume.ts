import { RollcallError } from '../rollcall-error.ts'
import { type JsonArrayParser, jsonArrayParser } from '../stream/json-array.ts'
import { type Deadline, failure } from './deadline.ts'

const invalidAnswer = (response: Response, cause: unknown) =>
  new RollcallError('The answer is not the JSON it claims to be', { status: response.status, code: 'invalid_answer', cause })

/** The whole answer, as JSON or, where it is not JSON, as text. */
export const consumeAll = async (response: Response, deadline: Deadline): Promise<unknown> => {
  const text = await response.text()
  deadline.release()
  if (!/\bjson\b/.test(response.headers.get('content-type') ?? '')) return text
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalidAnswer(response, error)
  }
}

/** An answer whose body is still to be read. */
export interface OpenAnswer {
  response: Response
  deadline: Deadline
}

export const consumeLater = async (response: Response, deadline: Deadline): Promise<OpenAnswer> => ({ response, deadline })

const truncated = (cause?: unknown) =>
  new RollcallError('The answer ended before its last row', { status: 200, code: 'truncated_body', cause })

async function* parsed(chunks: AsyncIterable<Uint8Array>, parser: JsonArrayParser, deadline: Deadline) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of chunks) {
    deadline.extend()
    yield* parser.push(decoder.decode(chunk, { stream: true }))
  }
  yield* parser.push(decoder.decode())
  if (!parser.isComplete()) throw truncated()
}

const streamFailure = (error: unknown, { response, deadline }: OpenAnswer): unknown => {
  if (error instanceof RollcallError || deadline.signal.aborted) return failure(error, deadline)
  return error instanceof SyntaxError || (error as { code?: string }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    ? invalidAnswer(response, error)
    : truncated(error)
}

/** As it comes, in pieces of any length, each no later than the deadline's length after the one before. */
export async function* bytesOf(open: OpenAnswer): AsyncGenerator<Uint8Array, void, undefined> {
  const { response, deadline } = open
  try {
    for await (const chunk of response.body ?? []) {
      deadline.extend()
      yield chunk
    }
  } catch (error) {
    throw streamFailure(error, open)
  } finally {
    deadline.release()
  }
}

/** Row by row: at no time is more held than one chunk and one row. A consumer that stops early closes the connection. */
export async function* rowsOf(open: OpenAnswer): AsyncGenerator<unknown, void, undefined> {
  const { response, deadline } = open
  try {
    if (response.body === null) throw truncated()
    yield* parsed(response.body, jsonArrayParser(), deadline)
  } catch (error) {
    throw streamFailure(error, open)
  } finally {
    deadline.release()
  }
}
