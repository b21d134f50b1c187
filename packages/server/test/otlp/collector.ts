import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** A receiver of OTLP over HTTP, which can be slow or refuse. */
export interface Collector extends AsyncDisposable {
  readonly url: string
  readonly received: Received[]
  /** What it responds with; undefined: it never does. */
  status: number | undefined
}

export const startCollector = async (port = 0): Promise<Collector> => {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const raw = Buffer.concat(chunks)
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw
    received.push({ path: request.url ?? '', headers: request.headers, body })
    if (collector.status !== undefined) response.writeHead(collector.status).end()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    status: 200,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return collector
}

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: string; doubleValue?: number }
}
export interface ReceivedSpan {
  name: string
  traceId: string
  parentSpanId?: string
  traceState?: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status?: { code: number }
}
interface ReceivedMetric {
  name: string
  sum?: { isMonotonic: boolean; aggregationTemporality: number; dataPoints: { asDouble: number; attributes: Attribute[] }[] }
  gauge?: { dataPoints: { asDouble: number; attributes: Attribute[] }[] }
  histogram?: { dataPoints: { count: string; bucketCounts: string[]; explicitBounds: number[]; attributes: Attribute[] }[] }
}

export const valuesOf = (attributes: readonly Attribute[]): Record<string, string | number | undefined> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.doubleValue ?? Number(value.intValue)]))

const requests = ({ received }: Collector, path: string) =>
  received.filter((request) => request.path === path).map(({ body }) => JSON.parse(body.toString()))

/** The spans that arrived as JSON. */
export const spansOf = (collector: Collector): ReceivedSpan[] =>
  requests(collector, '/v1/traces').flatMap(({ resourceSpans }) => resourceSpans[0].scopeSpans[0].spans)

/** The metrics of the last request, and the attributes of the resource. */
export const lastMetrics = (collector: Collector) => {
  const [last] = requests(collector, '/v1/metrics').slice(-1)
  const { resource, scopeMetrics } = last.resourceMetrics[0]
  return { resource: valuesOf(resource.attributes), metrics: scopeMetrics[0].metrics as ReceivedMetric[] }
}
