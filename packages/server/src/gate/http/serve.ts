import { type Endpoint, FORMAT_TYPES, isApplication, type Scheme, variants } from '@rollcall/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler, onRequestHookHandler } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Principal, Reader } from '../access/principal.ts'
import { auditedCall } from '../audit/audited-call.ts'
import type { Access } from '../authentication/access-service.ts'
import { authentication, sessionAuthentication } from '../authentication/authentication.ts'
import type { KeyRecord } from '../keys/key-directory.ts'
import type { KeyRates } from '../keys/key-rates.ts'
import { screenAuthentication } from '../screens/screen-authentication.ts'
import type { ScreenRecord } from '../screens/screen-links.ts'
import { PUBLIC_BODY_LIMIT } from './body.ts'
import { announceDeprecation } from './deprecation.ts'
import { acceptedType } from './negotiation.ts'
import { paramsReader } from './params.ts'
import { countResults } from './result-counts.ts'
import { bodyValidator, queryValidator } from './validation.ts'

type BodyOf<E extends Endpoint> = E extends { body: infer B extends TSchema } ? Static<B> : undefined
type QueryOf<E extends Endpoint> = E extends { query: infer Q extends TSchema } ? Static<Q> : Record<string, never>
type ParamsOf<E extends Endpoint> = E extends { params: infer P extends TSchema } ? Static<P> : Record<string, never>
type CallerOf<E extends Endpoint> = E extends { people: readonly unknown[] }
  ? Principal
  : E extends { viewers: readonly unknown[] }
    ? Reader
    : E extends { screens: true }
      ? ScreenRecord
      : E['roles'] extends 'public'
        ? undefined
        : KeyRecord
type AnswerOf<E extends Endpoint> = E extends { streamed: true } | { mediaType: string } ? unknown : Static<E['response']>

/** A validated request. `caller` is the key, the reader of the warehouse, the caller of the application API, or the kiosk screen. */
export interface Call<E extends Endpoint> {
  readonly endpoint: E
  readonly body: BodyOf<E>
  readonly query: QueryOf<E>
  readonly params: ParamsOf<E>
  readonly caller: CallerOf<E>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export interface HttpContext {
  readonly app: FastifyInstance
  readonly access: Access
  readonly rates: KeyRates
}

/**
 * Serves an endpoint of the contract: each of its variants, authenticated, negotiated, validated, metered and serialized by
 * its schemas. All routes are created here. `asRefusal` formats errors as a standard requires.
 */
export const serve = <E extends Endpoint>(
  { app, access, rates }: HttpContext,
  endpoint: E,
  handler: (call: Call<E>) => Promise<AnswerOf<E>>,
  asRefusal?: (error: unknown) => unknown,
): void => {
  const checkBody = endpoint.body ? bodyValidator(endpoint.body, isStrict(endpoint)) : () => {}
  const checkQuery = queryValidator(endpoint.query ?? NOTHING)
  const readParams = paramsReader(endpoint.params ?? NOTHING)
  const mediaTypes = endpoint.streamed ? Object.values(FORMAT_TYPES) : [endpoint.mediaType ?? 'application/json']
  const status = endpoint.status ?? 200
  const audited = auditedCall(endpoint, access.db)

  const authenticate = (scheme: Scheme): onRequestAsyncHookHandler[] => {
    if (scheme === 'none') return []
    if (scheme === 'session') return [sessionAuthentication(access, rates, endpoint)]
    if (scheme === 'screen') return [screenAuthentication(access, rates)]
    return [authentication(access, rates, endpoint, scheme)]
  }
  const prepare: onRequestHookHandler = (request, _reply, done) => {
    readParams(request.params as Record<string, string>)
    // A submission takes effect even if the format of the response is not acceptable to the caller (contract §1).
    if (endpoint.method === 'GET' && !namesFormat(endpoint, request)) acceptedType(request, mediaTypes)
    checkQuery(request.query as Record<string, unknown>)
    done()
  }

  for (const { path, scheme } of variants(endpoint)) {
    app.route({
      method: endpoint.method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      onRequest: [...authenticate(scheme), prepare, ...announceDeprecation(endpoint), ...(endpoint.body ? [] : [ignoreBody])],
      ...(endpoint.roles === 'public' ? { bodyLimit: PUBLIC_BODY_LIMIT } : {}),
      ...(endpoint.streamed || endpoint.mediaType ? {} : { schema: { response: { [status]: endpoint.response } } }),
      ...(asRefusal && {
        errorHandler: (error) => {
          throw asRefusal(error)
        },
      }),
      handler: async (request, reply) => {
        checkBody(request.body)
        reply.code(status)
        const { body, query, params } = request
        const caller = request.screen ?? request.principal ?? request.caller
        const call = { endpoint, body, query, params, caller, request, reply } as unknown as Call<E>
        const answer = await audited(request, () => handler(call))
        if (endpoint.tag === 'submissions') request.resultCounts = countResults(answer)
        return answer
      },
    })
  }
}

/**
 * Clients of the application API are built for this version; those of `/v1` may send fields of later versions (contract §1), and so do
 * systems that follow a standard, which send forms.
 */
const isStrict = (endpoint: Endpoint): boolean => isApplication(endpoint) && !endpoint.form

/** Ignores the body of an operation that takes none, regardless of its type. */
export const ignoreBody: onRequestHookHandler = ({ headers }, _reply, done) => {
  for (const name of ['content-type', 'content-encoding', 'content-length', 'transfer-encoding']) delete headers[name]
  done()
}

/** Returns whether the query names a format, which overrides Accept; the validation of the query checks whether it exists. */
const namesFormat = ({ streamed }: Endpoint, { query }: FastifyRequest): boolean =>
  streamed === true && (query as { format?: unknown }).format !== undefined

const NOTHING = { type: 'object', properties: {} } as unknown as NonNullable<Endpoint['query']>
