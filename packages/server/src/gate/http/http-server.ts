import fastifyCompress from '@fastify/compress'
import fastifyCookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { Fairness } from '../../platform/fairness/fairness.ts'
import type { Telemetry } from '../../platform/telemetry/telemetry.ts'
import { BODY_LIMIT, parseJsonBody } from './body.ts'
import { createDraining, registerDraining } from './draining.ts'
import type { Metering } from './metering.ts'
import { notFound } from './not-found.ts'
import { registerOverload } from './overload.ts'
import { registerPathPrefix } from './path-prefix.ts'
import { createErrorHandler, sendProblem } from './problem.ts'
import { echoIds, protect, registerRequestContext, requestId } from './request-context.ts'
import { serializerOf } from './serializer.ts'
import { registerSlowReaders } from './slow-readers.ts'
import { MAX_HEADER_BYTES, refuseUnparsed } from './unparsed.ts'
import { registerUnreadBodies } from './unread-bodies.ts'

/** Timeouts for the header of a request and for all of it, so that no slow sender keeps a connection forever. */
export interface SlowSenderTimeouts {
  readonly headMs: number
  readonly requestMs: number
  /** The interval at which the timeouts are checked. */
  readonly checkMs: number
  /** How long the rest of a refused body is read and discarded. */
  readonly drainMs: number
  /** How long a reader may take for each part of a response that is already in memory. */
  readonly stallMs: number
}
const SLOW_SENDER_TIMEOUTS: SlowSenderTimeouts = {
  headMs: 60_000,
  requestMs: 120_000,
  checkMs: 30_000,
  drainMs: 10_000,
  stallMs: 60_000,
}

type ParseJson = (request: FastifyRequest, body: string | Buffer, done: (error: Error | null, body?: unknown) => void) => void

declare module 'fastify' {
  interface FastifyInstance {
    /** Parses a body as JSON, for further media types. */
    parseJson: ParseJson
    /** Reports a request that failed because of the service. */
    requestFailed: (request: FastifyRequest, error: AppError) => void
  }
}

/**
 * Creates the server with everything that all routes share; the routes themselves come from `serve`. Hooks that wait for nothing
 * call `done`: an async one would cost each request a promise and turns of the microtask queue.
 */
export const createHttpServer = async (
  telemetry: Telemetry,
  metering: Pick<Metering, 'add'>,
  fairness: Fairness,
  trustProxy: number | string | false = false,
  { headMs, requestMs, checkMs, drainMs, stallMs }: SlowSenderTimeouts = SLOW_SENDER_TIMEOUTS,
  draining = createDraining(),
): Promise<FastifyInstance> => {
  const app = Fastify({
    loggerInstance: telemetry.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would cost more than most requests use it.
    childLoggerFactory: (log) => log,
    genReqId: requestId,
    requestIdHeader: false,
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    bodyLimit: BODY_LIMIT,
    requestTimeout: requestMs,
    forceCloseConnections: 'idle',
    // Node would refuse a missing Host header without a body; the request context refuses it with a problem.
    http: {
      requireHostHeader: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: headMs,
      connectionsCheckingInterval: checkMs,
    },
    return503OnClosing: false,
    // Names of 100 characters of any script fit in a parameter.
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: true, maxParamLength: 400 },
    frameworkErrors: (error, request, reply) => {
      protect(reply)
      echoIds(request, reply)
      sendProblem(reply, new AppError('not_found', { cause: error }), request.id)
    },
    clientErrorHandler: refuseUnparsed,
  })
  // No operation uses QUERY. Fastify would ask for its content type before it looks for the path.
  app.addHttpMethod('QUERY', { overrideExisting: true })
  registerExpectations(app)
  app.setSerializerCompiler(({ schema }) => serializerOf(schema))
  app.setErrorHandler(createErrorHandler(telemetry))
  app.decorate('sendPage', undefined)
  app.setNotFoundHandler(notFound)
  registerRequestContext(app, fairness)
  registerMetering(app, telemetry, metering)
  registerUnreadBodies(app, drainMs)
  registerSlowReaders(app, telemetry, stallMs)
  registerDraining(app, draining)
  registerOverload(app, telemetry, fairness)
  registerForwardedCount(app, telemetry)
  registerPathPrefix(app, telemetry)
  await app.register(fastifyCookie)
  await registerEncodings(app)
  app.removeAllContentTypeParsers()
  const parseJson: ParseJson = (request, body, done) => {
    request.meteredBytes += body.length
    // Before the first await of a handler, the call is validated and its events are judged, which takes longer than to parse it.
    fairness.turns(request.owner, body.length, () => {
      try {
        assertUtf8(request.headers['content-type'])
        done(null, parseJsonBody(body as Buffer))
      } catch (error) {
        done(error as Error)
      }
    })
  }
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseJson)
  app.decorate('parseJson', parseJson)
  app.decorate('requestFailed', (request, error) => telemetry.requestFailed(request, error))
  return app
}

const registerExpectations = ({ server }: FastifyInstance): void => {
  // Node would refuse an unknown expectation with an empty 417; a server may ignore expectations (RFC 9110 §10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  // A caller that asks before it sends a body that is too large gets the refusal at once.
  server.on('checkContinue', (request, response) => {
    if (!(Number(request.headers['content-length']) > BODY_LIMIT)) response.writeContinue()
    server.emit('request', request, response)
  })
}

/** Counts requests that seem to have come through a proxy that the operator did not configure, or configured wrongly. */
const registerForwardedCount = (app: FastifyInstance, { metrics }: Telemetry): void => {
  app.addHook('onRequest', ({ headers, ips }, _reply, done) => {
    // `ips` contains only trusted addresses: if it has only that of the connection, the proxy is not trusted.
    if (headers['x-forwarded-for'] !== undefined && (ips?.length ?? 1) === 1) metrics.untrustedForwarded.inc()
    done()
  })
}

const assertUtf8 = (contentType = ''): void => {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(contentType)?.[1]
  if (charset && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw new AppError('unsupported_media_type', { detail: `The charset ${charset} is not supported. Send UTF-8.` })
  }
}

const registerMetering = (app: FastifyInstance, telemetry: Telemetry, metering: Pick<Metering, 'add'>): void => {
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (typeof payload === 'string') request.meteredBytes += Buffer.byteLength(payload)
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    telemetry.requestDone(request, reply)
    done()
  })
  // Responses that the reader aborted are metered as well: they have no `onResponse`, but their stream closes.
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      const { caller, meteredRows: rows, meteredBytes: bytes } = request
      if (caller) metering.add(caller.orgId, caller.id, { requests: 1, rows, bytes })
    })
    done()
  })
}

/** Bodies may be compressed, and the limit applies to their decoded size; responses are compressed on request. */
const registerEncodings = (app: FastifyInstance) =>
  app.register(fastifyCompress, {
    encodings: ['zstd', 'gzip', 'identity'],
    // NDJSON is compressible, in addition to the types that the plugin knows.
    customTypes: /^text\/(?!event-stream)|[/+](?:x-nd)?json(?:;|$)/,
    requestEncodings: ['zstd', 'br', 'gzip', 'deflate', 'identity'],
    onUnsupportedRequestEncoding: () => new AppError('unsupported_encoding'),
    onInvalidRequestPayload: (encoding, _request, error) =>
      new AppError('invalid_request', {
        detail: `The body could not be decoded as ${encoding}: ${error.message}.`,
        cause: error,
      }),
  })
