import { describe, expect, it } from 'vitest'
import { ConfigError } from './config-error.ts'
import { readOtlpConfig } from './otlp-config.ts'

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }

describe('OpenTelemetry', () => {
  it.each([
    ['without an endpoint', { OTEL_SERVICE_NAME: 'x', OTEL_TRACES_EXPORTER: 'otlp' }],
    ['with OTEL_SDK_DISABLED', { ...ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' }],
    ['with no exporter', { ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' }],
    ['with an empty endpoint', { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }],
  ])('is off %s', (_, env) => {
    expect(readOtlpConfig(env)).toBeUndefined()
  })

  it('has the defaults of the specification', () => {
    const signal = { protocol: 'http/protobuf', headers: {}, timeoutMs: 10_000, isCompressed: false }
    expect(readOtlpConfig(ENDPOINT)).toEqual({
      traces: { ...signal, url: 'http://collector:4318/v1/traces' },
      metrics: { ...signal, url: 'http://collector:4318/v1/metrics' },
      serviceName: 'rollcall',
      resourceAttributes: {},
      sampler: { ratio: 1, isParentBased: true },
      metricIntervalMs: 60_000,
      spanDelayMs: 5_000,
      maxQueuedSpans: 2048,
    })
  })

  it('prefers the variables of one signal, takes its endpoint as it is, and decodes headers and attributes', () => {
    const config = readOtlpConfig({
      ...ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret%3D, x-scope=a',
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'https://metrics.example/in',
      OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_METRICS_HEADERS: 'api-key=k',
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      OTEL_EXPORTER_OTLP_TIMEOUT: '2500',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=from-attributes,deployment.environment.name=test%2Cone',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      OTEL_METRIC_EXPORT_INTERVAL: '1000',
    })
    expect(config?.traces?.headers).toEqual({ authorization: 'Bearer secret=', 'x-scope': 'a' })
    expect(config?.metrics).toMatchObject({
      url: 'https://metrics.example/in',
      protocol: 'http/json',
      headers: { 'api-key': 'k' },
    })
    expect(config?.traces).toMatchObject({ isCompressed: true, timeoutMs: 2500, protocol: 'http/protobuf' })
    expect(config).toMatchObject({ serviceName: 'from-attributes', sampler: { ratio: 0.25 }, metricIntervalMs: 1000 })
    expect(config?.resourceAttributes).toEqual({ 'deployment.environment.name': 'test,one' })
  })

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT is not a URL'],
    [
      { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      'is not one of http/protobuf, http/json. Collectors receive these at port 4318',
    ],
    [{ ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'secret' }, 'OTEL_EXPORTER_OTLP_HEADERS is not of the form name=value'],
    [{ ...ENDPOINT, OTEL_TRACES_SAMPLER: 'jaeger' }, 'OTEL_TRACES_SAMPLER=jaeger is not one of always_on'],
    [{ ...ENDPOINT, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' }, 'is not a number from 0 to 1'],
    [{ ...ENDPOINT, OTEL_METRIC_EXPORT_INTERVAL: '1m' }, 'OTEL_METRIC_EXPORT_INTERVAL=1m is not a whole number'],
    [{ ...ENDPOINT, OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER=zipkin is not one of otlp, none'],
  ])('refuses %j with the name of the variable', (env, message) => {
    expect(() => readOtlpConfig(env)).toThrow(ConfigError)
    expect(() => readOtlpConfig(env)).toThrow(message)
  })

  it('never repeats a header, which may be a secret', () => {
    const env = { ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'api-key=%zz-secret' }
    expect(() => readOtlpConfig(env)).toThrow(/^(?!.*secret)/)
  })
})
