import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { assertDocumented } from './documented.ts'
import type { Answer } from './send.ts'

type Headers = Record<string, string>

/** One server-sent event. */
export interface StreamEvent {
  readonly type: string
  readonly data: Record<string, unknown>
}

/** A stream of server-sent events as it comes in. */
export interface EventStream extends Disposable {
  readonly incoming: IncomingMessage
  /** The text received until now. */
  readonly text: () => string
  readonly events: () => StreamEvent[]
  /** Resolves when the service has ended it, properly or not. */
  readonly ended: Promise<'complete' | 'cut off'>
}

const get = async (baseUrl: string, path: string, headers: Headers): Promise<IncomingMessage> => {
  const outgoing = request(new URL(path, baseUrl), { headers, agent: false })
  outgoing.end()
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  outgoing.on('error', () => {})
  return incoming
}

const answerOf = ({ statusCode = 0, headers }: IncomingMessage, body: Buffer): Answer => {
  const text = body.toString('utf8')
  return { status: statusCode, headers, body, text, json: <T>() => JSON.parse(text) as T }
}

const eventsIn = (text: string): StreamEvent[] =>
  text
    .split('\n\n')
    .slice(0, -1)
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const fields = Object.fromEntries(
        block.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]),
      )
      return { type: fields.event as string, data: JSON.parse(fields.data as string) }
    })

/** The refusal, or head and first event of the stream, which is left then. */
export const sendForFirstEvent = async (baseUrl: string, path: string, headers: Headers): Promise<Answer> => {
  const incoming = await get(baseUrl, path, headers)
  if (incoming.statusCode !== 200) {
    const refusal = answerOf(incoming, await buffer(incoming))
    assertDocumented('GET', path, refusal)
    return refusal
  }
  let text = ''
  for await (const chunk of incoming.setEncoding('utf8')) {
    text += chunk
    // Leaving the loop ends the connection.
    if (text.includes('\n\n')) break
  }
  return answerOf(incoming, Buffer.from(text))
}

/** Watches until it is disposed of. @throws Error when it is refused */
export const openStream = async (baseUrl: string, path: string, headers: Headers): Promise<EventStream> => {
  const incoming = await get(baseUrl, path, headers)
  if (incoming.statusCode !== 200) throw new Error(`Refused: ${await buffer(incoming)}`)
  let text = ''
  incoming.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  incoming.on('error', () => {})
  const ended = new Promise<'complete' | 'cut off'>((resolve) => {
    incoming.once('close', () => resolve(incoming.complete ? 'complete' : 'cut off'))
  })
  const events = () => eventsIn(text)
  while (events().length === 0) await once(incoming, 'data')
  return { incoming, text: () => text, events, ended, [Symbol.dispose]: () => void incoming.destroy() }
}
