import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SamplerConfig } from '../otlp-config.ts'
import { attributesOf, nanoseconds, type Span } from './messages.ts'
import { newSpanId, type TraceContext, traceOf } from './trace-context.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the recorded trace; undefined where none is recorded. */
    traceId: string | undefined
  }
}

const [SERVER, ERROR] = [2, 2]
const KNOWN_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Records a span for each request, until its response was sent or cut off. */
export const traceRequests = (app: FastifyInstance, sampler: SamplerConfig, add: (span: Span) => void): void => {
  app.decorateRequest('traceId', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    const trace = traceOf(request.headers, sampler)
    if (trace.isSampled) {
      request.traceId = trace.traceId
      const [startedAt, started] = [Date.now(), performance.now()]
      reply.raw.once('close', () => add(spanOf(request, reply, trace, startedAt, performance.now() - started)))
    }
    done()
  })
}

/** The attributes hold no personal data: the route instead of the path, no query, no address of the caller. */
const spanOf = (
  { method, routeOptions, protocol, raw }: FastifyRequest,
  reply: FastifyReply,
  { traceId, parentSpanId, traceState, isSampled }: TraceContext,
  startedAt: number,
  ms: number,
): Span => {
  const { url: route } = routeOptions
  const isCutOff = !reply.raw.writableFinished
  const status = reply.raw.statusCode
  const known = KNOWN_METHODS.includes(method) ? method : '_OTHER'
  const errorType = isCutOff ? 'response_cut_off' : status >= 500 ? String(status) : undefined
  return {
    ...{ traceId, spanId: newSpanId() },
    ...(traceState && { traceState }),
    ...(parentSpanId && { parentSpanId }),
    name: route ? `${known} ${route}` : known,
    kind: SERVER,
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(startedAt + ms),
    attributes: attributesOf({
      'http.request.method': known,
      ...(route && { 'http.route': route }),
      'http.response.status_code': status,
      'url.scheme': protocol,
      'network.protocol.version': raw.httpVersion,
      ...(errorType && { 'error.type': errorType }),
    }),
    ...(errorType && { status: { code: ERROR } }),
    flags: isSampled ? 1 : 0,
  }
}
