/**
 * The messages of OTLP (opentelemetry-proto 1.x) that we send, in the form of its JSON: 64-bit numbers are text, ids are hexadecimal.
 * `encode.ts` writes the same messages as Protocol Buffers.
 */
export interface AnyValue {
  readonly stringValue?: string
  readonly intValue?: string
  readonly doubleValue?: number
}

export interface KeyValue {
  readonly key: string
  readonly value: AnyValue
}

export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly traceState?: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly KeyValue[]
  readonly status?: { readonly code: number }
  readonly flags: number
}

interface Point {
  readonly startTimeUnixNano?: string
  readonly timeUnixNano: string
  readonly attributes: readonly KeyValue[]
}

export interface NumberPoint extends Point {
  readonly asDouble: number
}

export interface HistogramPoint extends Point {
  readonly count: string
  readonly sum: number
  readonly bucketCounts: readonly string[]
  readonly explicitBounds: readonly number[]
}

/** Sums and histograms count from the start of the service. */
export const CUMULATIVE = 2

export interface Metric {
  readonly name: string
  readonly description: string
  readonly gauge?: { readonly dataPoints: readonly NumberPoint[] }
  readonly sum?: {
    readonly dataPoints: readonly NumberPoint[]
    readonly aggregationTemporality: number
    readonly isMonotonic: boolean
  }
  readonly histogram?: { readonly dataPoints: readonly HistogramPoint[]; readonly aggregationTemporality: number }
}

export interface Origin {
  readonly resource: { readonly attributes: readonly KeyValue[] }
  readonly scope: { readonly name: string; readonly version: string }
}

export const traceRequest = ({ resource, scope }: Origin, spans: readonly Span[]) => ({
  resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }],
})

export const metricsRequest = ({ resource, scope }: Origin, metrics: readonly Metric[]) => ({
  resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics }] }],
})

export const attributesOf = (values: Readonly<Record<string, string | number>>): KeyValue[] =>
  Object.entries(values).map(([key, value]) => ({ key, value: anyValue(value) }))

const anyValue = (value: string | number): AnyValue => {
  if (typeof value === 'string') return { stringValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

/** Nanoseconds since 1970 of a time in milliseconds, which may have a fraction. */
export const nanoseconds = (ms: number): string => (BigInt(Math.round(ms * 1000)) * 1000n).toString()
