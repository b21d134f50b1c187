import fastifyCompress from '@fastify/compress'
import fastifyCookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { Telemetry } from '../../platform/telemetry/telemetry.ts'
import { BODY_LIMIT, parseJsonBody } from './body.ts'
import type { Metering } from './metering.ts'
import { notFound } from './not-found.ts'
import { registerOverload } from './overload.ts'
import { registerPathPrefix } from './path-prefix.ts'
import { createErrorHandler, sendProblem } from './problem.ts'
import { echoIds, protect, registerRequestContext, requestId } from './request-context.ts'
import { serializerOf } from './serializer.ts'
import { MAX_HEADER_BYTES, refuseUnparsed } from './unparsed.ts'
import { registerUnreadBodies } from './unread-bodies.ts'

/** How long a slow sender may take, so that none holds a connection for ever: for the head of a request, and for all of it. */
export interface Patience {
  readonly headMs: number
  readonly requestMs: number
  /** How often it is looked at. */
  readonly checkMs: number
  /** How long the rest of a body is read and dropped that was refused before all of it came. */
  readonly drainMs: number
}
const PATIENCE: Patience = { headMs: 60_000, requestMs: 120_000, checkMs: 30_000, drainMs: 10_000 }

/** Everything that all routes have in common; the routes themselves come from `serve`. */
export const createHttpServer = async (
  telemetry: Telemetry,
  metering: Metering,
  trustProxy: number | string | false = false,
  { headMs, requestMs, checkMs, drainMs }: Patience = PATIENCE,
): Promise<FastifyInstance> => {
  const app = Fastify({
    loggerInstance: telemetry.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    requestIdHeader: false,
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    bodyLimit: BODY_LIMIT,
    requestTimeout: requestMs,
    forceCloseConnections: 'idle',
    // Node would answer without a body; the request context refuses it as a problem.
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
  registerExpectations(app)
  app.setSerializerCompiler(({ schema }) => serializerOf(schema))
  app.setErrorHandler(createErrorHandler(telemetry))
  app.decorate('sendPage', undefined)
  app.setNotFoundHandler(notFound)
  registerRequestContext(app)
  registerMetering(app, telemetry, metering)
  registerUnreadBodies(app, drainMs)
  registerDraining(app)
  registerOverload(app, telemetry)
  registerForwardedCount(app, telemetry)
  registerPathPrefix(app, telemetry)
  await app.register(fastifyCookie)
  await registerEncodings(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    request.meteredBytes += body.length
    try {
      assertUtf8(request.headers['content-type'])
      done(null, parseJsonBody(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  return app
}

const registerExpectations = ({ server }: FastifyInstance): void => {
  // Node would refuse what it does not know with an empty 417; nothing has to be expected of us (RFC 9110 §10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  // A caller who asks before sending is not asked to send what is too large: the refusal comes instead.
  server.on('checkContinue', (request, response) => {
    if (!(Number(request.headers['content-length']) > BODY_LIMIT)) response.writeContinue()
    server.emit('request', request, response)
  })
}

/**
 * Stopping waits for what is in progress, but not for the connections to be used again: they are told to close, and those
 * that were told otherwise before are closed once they are idle.
 */
const registerDraining = (app: FastifyInstance): void => {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_request, reply, payload) => {
    if (isClosing) reply.header('connection', 'close')
    return payload
  })
  app.addHook('onResponse', async () => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections())
  })
}

/** Counts what looks as if it came through a proxy that the operator forgot to name, or named wrongly. */
const registerForwardedCount = (app: FastifyInstance, { metrics }: Telemetry): void => {
  app.addHook('onRequest', async ({ headers, ips }) => {
    // The addresses reach as far as they are trusted: where that is the connection's alone, its word is not taken.
    if (headers['x-forwarded-for'] !== undefined && (ips?.length ?? 1) === 1) metrics.untrustedForwarded.inc()
  })
}

const assertUtf8 = (contentType = ''): void => {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(contentType)?.[1]
  if (charset && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw new AppError('unsupported_media_type', { detail: `The charset ${charset} is not supported. Send UTF-8.` })
  }
}

const registerMetering = (app: FastifyInstance, telemetry: Telemetry, metering: Metering): void => {
  app.addHook('onSend', async (request, _reply, payload) => {
    if (typeof payload === 'string') request.meteredBytes += Buffer.byteLength(payload)
    return payload
  })
  app.addHook('onResponse', async (request, reply) => telemetry.requestDone(request, reply))
  // Answers that their reader left midway are metered too: they have no `onResponse`, but they close.
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      const { caller, meteredRows: rows, meteredBytes: bytes } = request
      if (caller) metering.add(caller.orgId, caller.id, { requests: 1, rows, bytes })
    })
    done()
  })
}

/** Bodies may come compressed, and the limit holds for what they decode to; answers go out compressed where asked. */
const registerEncodings = (app: FastifyInstance) =>
  app.register(fastifyCompress, {
    encodings: ['zstd', 'gzip', 'identity'],
    // Beside those that are known as compressible, NDJSON is text as well.
    customTypes: /^text\/(?!event-stream)|[/+](?:x-nd)?json(?:;|$)/,
    requestEncodings: ['zstd', 'br', 'gzip', 'deflate', 'identity'],
    onUnsupportedRequestEncoding: () => new AppError('unsupported_encoding'),
    onInvalidRequestPayload: (encoding, _request, error) =>
      new AppError('invalid_request', {
        detail: `The body could not be decoded as ${encoding}: ${error.message}.`,
        cause: error,
      }),
  })
