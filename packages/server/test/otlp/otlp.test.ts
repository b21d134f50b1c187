import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { readOtlpConfig } from '../../src/platform/otlp-config.ts'
import { basic, bearer, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { lastMetrics, spansOf, startCollector, valuesOf } from './collector.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'

/** What an operator sets, with short intervals. */
const otlpTo = (url: string, env: Record<string, string> = {}) =>
  readOtlpConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_METRIC_EXPORT_INTERVAL: '200',
    ...env,
  })

const logOf = () => {
  const lines: Record<string, unknown>[] = []
  const logTo = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return { lines, logTo, logLevel: 'info' }
}

const statusOf = async ({ baseUrl }: TestService, path: string, headers: Record<string, string> = {}): Promise<number> => {
  const response = await fetch(baseUrl + path, { headers })
  await response.arrayBuffer()
  return response.status
}

const kindOf = ({ histogram, sum }: ReturnType<typeof lastMetrics>['metrics'][number]) =>
  histogram ? 'histogram' : sum?.isMonotonic ? 'counter' : 'gauge'

it('sends a span for each request, without personal data, and continues the trace of the caller', async () => {
  await using collector = await startCollector()
  const { lines, ...log } = logOf()
  await using service = await startTestService({
    ...log,
    nightly: false,
    otlp: otlpTo(collector.url, { OTEL_METRICS_EXPORTER: 'none' }),
  })
  const { keys } = await service.createOrganization()
  const path = '/v1/analytics/locations/basic?email=ada.byron%40example.com'
  const headers = { ...basic(keys['all-permissions']), traceparent: `00-${TRACE}-${CALLER}-01`, tracestate: 'vendor=1' }
  expect(await statusOf(service, path, headers)).toBeLessThan(500)
  expect(await statusOf(service, '/readyz', { traceparent: `00-${TRACE}-${CALLER}-00` })).toBe(200)
  expect(await statusOf(service, '/nowhere/ada.byron%40example.com')).toBe(404)
  await expect.poll(() => spansOf(collector).length).toBe(2)

  const [offices, unknown] = spansOf(collector)
  expect(offices).toMatchObject({ traceId: TRACE, parentSpanId: CALLER, traceState: 'vendor=1', kind: 2 })
  expect(offices?.name).toBe('GET /v1/analytics/locations/basic')
  const { 'http.route': route, 'http.response.status_code': status } = valuesOf(offices?.attributes ?? [])
  expect(offices?.name).toBe(`GET ${route}`)
  expect(BigInt(offices?.endTimeUnixNano ?? 0)).toBeGreaterThan(BigInt(offices?.startTimeUnixNano ?? 0))
  expect(unknown?.traceId).not.toBe(TRACE)
  expect(valuesOf(unknown?.attributes ?? [])).toMatchObject({ 'http.request.method': 'GET', 'http.response.status_code': 404 })
  expect(collector.received.map(({ body }) => body.toString()).join('')).not.toMatch(/ada\.|byron|example\.com|127\.0\.0\.1/)
  expect(lines.find(({ msg, traceId }) => msg === 'request' && traceId === TRACE)).toMatchObject({ status })
})

it('sends the metrics of /metrics with the same names, labels and values', async () => {
  await using collector = await startCollector()
  const env = {
    OTEL_SERVICE_NAME: 'people',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_TRACES_EXPORTER: 'none',
  }
  await using service = await startTestService({ nightly: false, otlp: otlpTo(collector.url, env) })
  for (let count = 0; count < 3; count++) await statusOf(service, '/healthz')
  const health = () => {
    const found = lastMetrics(collector).metrics.find(({ name }) => name === 'rollcall_http_request_duration_seconds')
    return found?.histogram?.dataPoints.find(({ attributes }) => valuesOf(attributes).route === '/healthz')
  }
  await expect.poll(() => collector.received.length > 0 && health()?.count).toBe('3')
  const point = health()
  expect(point?.bucketCounts.reduce((sum, count) => sum + Number(count), 0)).toBe(3)
  expect(point?.bucketCounts).toHaveLength((point?.explicitBounds.length ?? 0) + 1)
  expect(valuesOf(point?.attributes ?? [])).toEqual({ route: '/healthz', method: 'GET', status: '200' })

  const text = await (await fetch(`${service.baseUrl}/metrics`, { headers: bearer(service.metricsToken) })).text()
  const exposed = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => ({ name: String(name), type }))
  // A metric without a series yet has nothing to send.
  const wanted = exposed.filter(({ name }) => text.includes(`\n${name}{`) || text.includes(`\n${name} `))
  const missing = () => {
    const sent = lastMetrics(collector).metrics.map((metric) => `${metric.name} ${kindOf(metric)}`)
    return wanted.filter(({ name, type }) => !sent.includes(`${name} ${type}`))
  }
  // The next metrics are sent after the page was read.
  await expect.poll(missing).toEqual([])
  const { resource, metrics } = lastMetrics(collector)
  expect(metrics.length).toBeGreaterThan(30)
  expect(resource).toMatchObject({ 'service.name': 'people', 'deployment.environment.name': 'test' })
  expect(collector.received.map(({ path }) => path)).not.toContain('/v1/traces')
})

it('sends Protocol Buffers by default, with the headers and the compression of the operator', async () => {
  await using collector = await startCollector()
  const env = {
    OTEL_EXPORTER_OTLP_PROTOCOL: '',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20token-of-the-operator',
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
  }
  await using service = await startTestService({ nightly: false, otlp: otlpTo(collector.url, env) })
  await statusOf(service, '/healthz')
  await expect.poll(() => collector.received.some(({ path }) => path === '/v1/traces')).toBe(true)
  for (const { headers } of collector.received) {
    expect(headers).toMatchObject({
      authorization: 'Bearer token-of-the-operator',
      'content-type': 'application/x-protobuf',
      'content-encoding': 'gzip',
    })
  }
  const traces = collector.received.find(({ path }) => path === '/v1/traces')
  expect(traces?.body[0]).toBe(0x0a)
  expect(traces?.body.includes('GET /healthz')).toBe(true)
})

it('flushes what waits when the service stops', async () => {
  await using collector = await startCollector()
  {
    const env = { OTEL_BSP_SCHEDULE_DELAY: '600000', OTEL_METRIC_EXPORT_INTERVAL: '600000' }
    await using service = await startTestService({ nightly: false, otlp: otlpTo(collector.url, env) })
    await statusOf(service, '/healthz')
    expect(spansOf(collector)).toEqual([])
  }
  expect(spansOf(collector).map(({ name }) => name)).toContain('GET /healthz')
  expect(lastMetrics(collector).metrics.length).toBeGreaterThan(30)
})

it('serves, logs one line and discards what does not fit, while the collector is down, refuses or never responds', async () => {
  await using collector = await startCollector()
  const { lines, ...log } = logOf()
  const env = { OTEL_METRICS_EXPORTER: 'none', OTEL_BSP_MAX_QUEUE_SIZE: '5', OTEL_EXPORTER_OTLP_TIMEOUT: '2000' }
  await using service = await startTestService({ ...log, nightly: false, otlp: otlpTo(collector.url, env) })
  const states = () => lines.filter(({ signal }) => signal === 'traces').map(({ msg, problem }) => `${msg} (${problem ?? ''})`)
  const AWAY = 'the collector does not take telemetry; what does not fit is discarded'

  collector.status = 503
  for (let count = 0; count < 20; count++) expect(await statusOf(service, '/healthz')).toBe(200)
  await expect.poll(() => collector.received.length).toBeGreaterThan(3)
  expect(states()).toEqual([`${AWAY} (status 503)`])

  collector.status = undefined
  const before = collector.received.length
  for (let count = 0; count < 20; count++) expect(await statusOf(service, '/healthz')).toBe(200)
  await expect.poll(() => collector.received.length).toBeGreaterThan(before + 1)
  expect(states()).toHaveLength(1)

  collector.status = 200
  await expect.poll(states).toEqual([`${AWAY} (status 503)`, 'the collector takes telemetry again ()'])
  const metrics = await (await fetch(`${service.baseUrl}/metrics`, { headers: bearer(service.metricsToken) })).text()
  expect(Number(/^rollcall_discarded_spans_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThanOrEqual(30)
})

it('starts and stops without a collector', async () => {
  const gone = await startCollector()
  await gone[Symbol.asyncDispose]()
  const { lines, ...log } = logOf()
  {
    await using service = await startTestService({ ...log, nightly: false, otlp: otlpTo(gone.url) })
    expect(await statusOf(service, '/readyz')).toBe(200)
  }
  const problems = lines.filter(({ problem }) => problem !== undefined)
  expect(problems.map(({ signal, problem }) => `${signal} ${problem}`).toSorted()).toEqual([
    'metrics ECONNREFUSED',
    'traces ECONNREFUSED',
  ])
})
