import { RollcallError } from '../rollcall-error.ts'
import { jsonArrayParser } from '../stream/json-array.ts'
import { type OpenAnswer, piecesOf, truncated } from './body.ts'
import type { Deadline } from './deadline.ts'

/** What is done with an answer that is no refusal, under the deadline of its call. */
export type Consume<T> = (response: Response, deadline: Deadline) => Promise<T>

const invalidAnswer = (response: Response, cause: unknown) =>
  new RollcallError('The answer is not the JSON it should be', { status: response.status, code: 'invalid_answer', cause })

/** Runs what reads text or JSON; all that it can throw is that the answer is neither. */
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
  for await (const piece of piecesOf({ response, deadline })) text += decode(piece)
  return text + decode()
}

/** The whole answer as JSON, whatever it says to be: between us and the service may be others that answer in its place. */
export const consumeJson: Consume<unknown> = async (response, deadline) => {
  const text = await consumeText(response, deadline)
  return orInvalid(response, () => JSON.parse(text))
}

/** Leaves the body to be read, without the clock running meanwhile. */
export const consumeLater: Consume<OpenAnswer> = async (response, deadline) => {
  deadline.pause()
  return { response, deadline }
}

/** Row by row: at no time is more held than one piece and one row. A consumer that stops early closes the connection. */
export async function* rowsOf(answer: OpenAnswer): AsyncGenerator<unknown, void, undefined> {
  const { response } = answer
  const decode = decoderOf(response)
  const parser = jsonArrayParser()
  const rowsIn = (text: string) => orInvalid(response, () => parser.push(text))
  for await (const piece of piecesOf(answer)) yield* rowsIn(decode(piece))
  yield* rowsIn(decode())
  if (!parser.isComplete()) throw truncated()
}
