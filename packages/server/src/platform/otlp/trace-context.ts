import { randomBytes } from 'node:crypto'
import type { SamplerConfig } from '../otlp-config.ts'

/** The trace that a request belongs to (W3C Trace Context). */
export interface TraceContext {
  readonly traceId: string
  readonly parentSpanId: string | undefined
  readonly traceState: string | undefined
  readonly isSampled: boolean
}

const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const isZero = (id: string): boolean => /^0+$/.test(id)

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Continues the trace of the caller, or starts a new one, and decides whether to record it. */
export const traceOf = ({ traceparent, tracestate }: Headers, { ratio, isParentBased }: SamplerConfig): TraceContext => {
  const [, version, traceId = '', spanId = '', flags = '', more] =
    typeof traceparent === 'string' ? (TRACEPARENT.exec(traceparent.trim()) ?? []) : []
  // Later versions may append fields; the first version has none.
  const isValid = traceId !== '' && !isZero(traceId) && !isZero(spanId) && (version !== '00' || more === undefined)
  if (!isValid) {
    const own = newTraceId()
    return { traceId: own, parentSpanId: undefined, traceState: undefined, isSampled: isInSample(own, ratio) }
  }
  const isSampled = isParentBased ? (Number.parseInt(flags, 16) & 1) === 1 : isInSample(traceId, ratio)
  const state = Array.isArray(tracestate) ? tracestate.join(',') : tracestate
  return { traceId, parentSpanId: spanId, traceState: state && state.length <= 512 ? state : undefined, isSampled }
}

/** All services that see a trace decide the same by its id, as the sampler `traceidratio` requires. */
export const isInSample = (traceId: string, ratio: number): boolean => {
  if (ratio >= 1) return true
  return Number.parseInt(traceId.slice(16, 29), 16) / 16 ** 13 < ratio
}

export const newTraceId = (): string => randomBytes(16).toString('hex')
export const newSpanId = (): string => randomBytes(8).toString('hex')
