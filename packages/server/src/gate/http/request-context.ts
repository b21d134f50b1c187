import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '@rollcall/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { Fairness } from '../../platform/fairness/fairness.ts'
import { runFor, type ShareOwner, UNKNOWN_ORG } from '../../platform/fairness/work-owner.ts'
import type { Principal } from '../access/principal.ts'
import type { KeyRecord } from '../keys/key-directory.ts'
import type { ScreenRecord } from '../screens/screen-links.ts'
import { onceClosed } from './caller-left.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that calls, if any; set by authentication. */
    caller: KeyRecord | undefined
    /** The caller of an operation of the application API, or a signed-in reader of the warehouse; set by authentication. */
    principal: Principal | undefined
    /** The kiosk screen that calls, if any; set by authentication. */
    screen: ScreenRecord | undefined
    /** The organization and the key, user or screen that the work is for; before authentication, the address of the caller. */
    owner: ShareOwner
    correlationId: string
    /** Why the call was refused, and the key if it is a known one. */
    refusal: { readonly code: ErrorCode; readonly keyId: string | undefined } | undefined
    /** The number of each result in a submission with refused events. */
    resultCounts: Record<string, number> | undefined
    /** Events submitted or rows read, for metering. */
    meteredRows: number
    /** Body bytes received and sent, before compression, for metering. */
    meteredBytes: number
  }
}

/** The value may not start or end with a space: a header that is sent twice, the second time empty, ends with one. */
const PRINTABLE = /^(?! )[\x20-\x7e]{1,128}(?<! )$/

const idFrom = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && PRINTABLE.test(header) ? header : undefined

/** Returns the request id: the caller's X-Request-Id if it is usable, else a new one. */
export const requestId = (request: { headers: FastifyRequest['raw']['headers'] }): string =>
  idFrom(request.headers['x-request-id']) ?? randomUUID()

export const echoIds = (request: FastifyRequest, reply: FastifyReply): void => {
  request.correlationId = idFrom(request.headers.correlationid) ?? request.id
  reply.header('x-request-id', request.id).header('correlationId', request.correlationId)
}

/** Forbids content sniffing and display in frames of other sites, for every response, including refusals and files. */
export const protect = (reply: FastifyReply): void => {
  reply.header('x-content-type-options', 'nosniff').header('x-frame-options', 'DENY')
  // The protocol is that of the connection or of a trusted proxy. The policy covers only this host, for a year (RFC 6797).
  if (reply.request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
}

/** Normalizes the name, because names are case-insensitive and x-gzip is gzip (RFC 9110 §8.4.1), but later comparisons are exact. */
const encodingName = (given: string): string => {
  const name = given.trim().toLowerCase()
  return name === 'x-gzip' ? 'gzip' : name
}

const HOST = /^host$/i

/** Returns whether there is one Host header: of two, a proxy in front of us may have used the other one. */
const hasOneHost = ({ headers, raw }: FastifyRequest): boolean => {
  if (!headers.host) return raw.httpVersion !== '1.1'
  return raw.rawHeaders.filter((name, index) => index % 2 === 0 && HOST.test(name)).length === 1
}

/**
 * Runs every request on behalf of its caller, so that waiting for connections is fair. Reading the body leaves the context, so it is
 * entered again after that.
 */
const registerOwner = (app: FastifyInstance, { neighbors, givingWay }: Fairness): void => {
  app.decorateRequest('owner')
  app.addHook('onRequest', (request, _reply, done) => {
    request.owner = { orgId: UNKNOWN_ORG, caller: request.ip }
    runFor(request.owner, done)
  })
  // Authentication is over by now.
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const { caller, principal, screen } = request
    const orgId = caller?.orgId ?? principal?.orgId ?? screen?.orgId
    if (orgId !== undefined) {
      Object.assign(request.owner, { orgId, caller: caller?.id ?? principal?.userId ?? screen?.id ?? '' })
      neighbors.seen(orgId)
      onceClosed(reply, givingWay.began(orgId))
    }
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => runFor(request.owner, done))
}

/** Gives every request its owner and its ids, and echoes the ids (contract §1). */
export const registerRequestContext = (app: FastifyInstance, fairness: Fairness): void => {
  registerOwner(app, fairness)
  app.decorateRequest('caller', undefined)
  app.decorateRequest('principal', undefined)
  app.decorateRequest('screen', undefined)
  app.decorateRequest('correlationId', '')
  app.decorateRequest('refusal', undefined)
  app.decorateRequest('resultCounts', undefined)
  app.decorateRequest('deprecatedUse', undefined)
  app.decorateRequest('meteredRows', 0)
  app.decorateRequest('meteredBytes', 0)
  app.addHook('onRequest', (request, reply, done) => {
    const encoding = request.headers['content-encoding']
    if (encoding) request.headers['content-encoding'] = encodingName(encoding)
    protect(reply)
    echoIds(request, reply)
    if (!hasOneHost(request)) throw new AppError('invalid_request', { detail: 'Send one Host header (RFC 9112 §3.2).' })
    done()
  })
}
