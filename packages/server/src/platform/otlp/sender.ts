import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Logger } from 'pino'
import type { SignalConfig } from '../otlp-config.ts'
import { VERSION } from '../version.ts'
import { encodeProtobuf } from './encode.ts'

/** The result of sending: the collector took it, cannot take it now, or will never take it. */
export type Sent = 'taken' | 'later' | 'refused'

export interface Sender {
  send(request: object): Promise<Sent>
}

/** Statuses after which the same request may succeed (OTLP specification, "Retryable Response Codes"). */
const RETRYABLE = [429, 502, 503, 504]

/** Sends to the collector, and logs one line when it stops taking what we send, and one when it resumes. */
export const createSender = (signal: 'traces' | 'metrics', config: SignalConfig, log: Logger, stopped: AbortSignal): Sender => {
  let isFailing = false
  const { host } = new URL(config.url)
  const report = (problem: string | undefined): void => {
    if (isFailing === (problem !== undefined)) return
    isFailing = problem !== undefined
    if (problem === undefined) log.info({ signal, collector: host }, 'the collector takes telemetry again')
    else log.warn({ signal, collector: host, problem }, 'the collector does not take telemetry; what does not fit is discarded')
  }
  return {
    async send(request) {
      try {
        const status = await post(config, request, stopped)
        report(status < 300 ? undefined : `status ${status}`)
        if (status < 300) return 'taken'
        return RETRYABLE.includes(status) ? 'later' : 'refused'
      } catch (error) {
        report(problemOf(error))
        return 'later'
      }
    },
  }
}

/** Names the reason without the URL and the headers, which may be secrets. */
const problemOf = (error: unknown): string => {
  const { name, cause } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? (name === 'TimeoutError' ? 'no response in time' : name)
}

const post = async (
  { url, protocol, headers, timeoutMs, isCompressed }: SignalConfig,
  request: object,
  stopped: AbortSignal,
): Promise<number> => {
  const isJson = protocol === 'http/json'
  const bytes = isJson ? Buffer.from(JSON.stringify(request)) : encodeProtobuf(request)
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), stopped]),
    headers: {
      'content-type': isJson ? 'application/json' : 'application/x-protobuf',
      'user-agent': `OTel-OTLP-Exporter-Rollcall/${VERSION}`,
      ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
      ...headers,
    },
    body: new Uint8Array(isCompressed ? await promisify(gzip)(bytes) : bytes),
  })
  // The connection is reused only after the response was read.
  await response.arrayBuffer()
  return response.status
}
