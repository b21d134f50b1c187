import { ConfigError } from './config-error.ts'

/** What the operator's collector gets, and where it listens. The variables are those of the OpenTelemetry specification. */
export interface OtlpConfig {
  /** Undefined: no traces are sent. */
  readonly traces: SignalConfig | undefined
  readonly metrics: SignalConfig | undefined
  readonly serviceName: string
  readonly resourceAttributes: Readonly<Record<string, string>>
  readonly sampler: SamplerConfig
  readonly metricIntervalMs: number
  readonly spanDelayMs: number
  readonly maxQueuedSpans: number
}

export interface SignalConfig {
  readonly url: string
  readonly protocol: 'http/protobuf' | 'http/json'
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly isCompressed: boolean
}

/** The share of requests that are traced, and whether the decision of the caller comes first. */
export interface SamplerConfig {
  readonly ratio: number
  readonly isParentBased: boolean
}

type Env = Record<string, string | undefined>

const SERVICE_NAME = 'rollcall'

/** Returns undefined unless the operator names an endpoint: nothing is sent by default. @throws ConfigError */
export const readOtlpConfig = (env: Env): OtlpConfig | undefined => {
  const text = (name: string) => env[name]?.trim() || undefined
  const isNamed = ENDPOINTS.some((name) => text(name) !== undefined)
  if (!isNamed || text('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return undefined
  const [traces, metrics] = [readSignal(text, 'TRACES'), readSignal(text, 'METRICS')]
  if (!traces && !metrics) return undefined
  const { 'service.name': named, ...resourceAttributes } = readPairs('OTEL_RESOURCE_ATTRIBUTES', text('OTEL_RESOURCE_ATTRIBUTES'))
  return {
    traces,
    metrics,
    serviceName: text('OTEL_SERVICE_NAME') ?? named ?? SERVICE_NAME,
    resourceAttributes,
    sampler: readSampler(text),
    metricIntervalMs: readNumber(text, 'OTEL_METRIC_EXPORT_INTERVAL', 60_000, 100),
    spanDelayMs: readNumber(text, 'OTEL_BSP_SCHEDULE_DELAY', 5_000, 100),
    maxQueuedSpans: readNumber(text, 'OTEL_BSP_MAX_QUEUE_SIZE', 2048, 1),
  }
}

const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT'
const ENDPOINTS = [ENDPOINT, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT']
const PROTOCOLS = ['http/protobuf', 'http/json'] as const

type Read = (name: string) => string | undefined
type Signal = 'TRACES' | 'METRICS'

const readSignal = (text: Read, signal: Signal): SignalConfig | undefined => {
  const exporter = oneOf(text, `OTEL_${signal}_EXPORTER`, ['otlp', 'none'], 'otlp')
  const [own, general] = [text(`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`), text(ENDPOINT)]
  if (exporter === 'none' || (own === undefined && general === undefined)) return undefined
  /** A variable of this signal comes before the one of all signals. */
  const nameOf = (rest: string) => {
    const name = `OTEL_EXPORTER_OTLP_${signal}_${rest}`
    return text(name) === undefined ? `OTEL_EXPORTER_OTLP_${rest}` : name
  }
  return {
    url: endpointUrl(nameOf('ENDPOINT'), own ?? `${general?.replace(/\/+$/, '')}/v1/${signal.toLowerCase()}`),
    protocol: readProtocol(text, nameOf('PROTOCOL')),
    headers: readPairs(nameOf('HEADERS'), text(nameOf('HEADERS'))),
    timeoutMs: readNumber(text, nameOf('TIMEOUT'), 10_000, 1),
    isCompressed: oneOf(text, nameOf('COMPRESSION'), ['gzip', 'none'], 'none') === 'gzip',
  }
}

const endpointUrl = (name: string, given: string): string => {
  if (URL.canParse(given) && /^https?:\/\/[^/]/i.test(given)) return given
  throw new ConfigError(`${name} is not a URL that begins with http:// or https://, such as http://127.0.0.1:4318.`)
}

const readProtocol = (text: Read, name: string): (typeof PROTOCOLS)[number] => {
  const given = text(name) ?? 'http/protobuf'
  const known = PROTOCOLS.find((protocol) => protocol === given)
  if (known) return known
  const remedy = given === 'grpc' ? ' Collectors receive these at port 4318 instead of 4317.' : ''
  throw new ConfigError(`${name}=${given} is not one of ${PROTOCOLS.join(', ')}.${remedy}`)
}

/** Reads `name=value,name=value`, whose values may be percent-encoded. The values may be secrets, so errors do not quote them. */
const readPairs = (name: string, list: string | undefined): Record<string, string> => {
  const pairs = (list ?? '').split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [key, ...rest] = pair.split('=')
      try {
        if (key?.trim() && rest.length > 0) return [key.trim(), decodeURIComponent(rest.join('=').trim())]
      } catch {}
      throw new ConfigError(`${name} is not of the form name=value,name=value, with special characters percent-encoded.`)
    }),
  )
}

const readSampler = (text: Read): SamplerConfig => {
  const names = ['always_on', 'always_off', 'traceidratio']
  const known = [...names, ...names.map((name) => `parentbased_${name}`)]
  const sampler = oneOf(text, 'OTEL_TRACES_SAMPLER', known, 'parentbased_always_on')
  const given = Number(text('OTEL_TRACES_SAMPLER_ARG') ?? 1)
  const isRatio = sampler.endsWith('traceidratio')
  if (isRatio && !(given >= 0 && given <= 1)) throw new ConfigError('OTEL_TRACES_SAMPLER_ARG is not a number from 0 to 1.')
  const ratio = isRatio ? given : sampler.endsWith('always_on') ? 1 : 0
  return { ratio, isParentBased: sampler.startsWith('parentbased_') }
}

const oneOf = (text: Read, name: string, values: readonly string[], fallback: string): string => {
  const given = (text(name) ?? fallback).toLowerCase()
  if (values.includes(given)) return given
  throw new ConfigError(`${name}=${given} is not one of ${values.join(', ')}.`)
}

const readNumber = (text: Read, name: string, fallback: number, least: number): number => {
  const given = text(name)
  if (given === undefined) return fallback
  const value = Number(given)
  if (Number.isInteger(value) && value >= least && value < 2 ** 31) return value
  throw new ConfigError(`${name}=${given} is not a whole number of at least ${least}.`)
}
