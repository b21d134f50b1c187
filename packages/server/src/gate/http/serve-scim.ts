import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { provisioningAuthentication } from '../authentication/authentication.ts'
import type { KeyRecord } from '../keys/key-directory.ts'
import { scimErrorBody } from '../scim/scim-error.ts'
import { toAppError } from './problem.ts'
import { type HttpContext, ignoreBody } from './serve.ts'

/** A request of a provider. */
export interface ScimCall {
  readonly key: KeyRecord
  /** The id in the path, if any. */
  readonly id: string
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  /** The address of the service as the provider knows it, up to the version of SCIM. */
  readonly baseUrl: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** An operation of SCIM. `RFC 7644` and the schemas that the service lists describe it, so it is no endpoint of the contract. */
export interface ScimRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly handler: (call: ScimCall) => Promise<unknown>
}

const PREFIX = '/scim/v2'
const MEDIA_TYPE = 'application/scim+json'
const RETRY_AFTER_SECONDS = '2'

const send = (reply: FastifyReply, body: unknown): FastifyReply => reply.type(MEDIA_TYPE).serializer(JSON.stringify).send(body)

const sendError = (request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply => {
  request.refusal = { code: error.code, keyId: error.extras.keyId }
  if (error.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
  reply.removeHeader('content-encoding').removeHeader('etag')
  return send(reply.code(error.status).headers(error.extras.headers ?? {}), scimErrorBody(error))
}

/**
 * Serves the operations of SCIM, authenticated and metered as those of the contract are, with its media type and its form of errors.
 * Parameters that it does not know are ignored, as the standard demands, because providers add their own.
 */
export const serveScim = ({ app, access, rates }: HttpContext, routes: readonly ScimRoute[]): void => {
  void app.register(
    async (scope: FastifyInstance) => {
      scope.addContentTypeParser(MEDIA_TYPE, { parseAs: 'buffer' }, app.parseJson)
      scope.setErrorHandler((error: Error, request, reply) => {
        const refusal = toAppError(error as never, request)
        if (refusal.status >= 500) app.requestFailed(request, refusal)
        return sendError(request, reply, refusal)
      })
      scope.setNotFoundHandler((request, reply) => sendError(request, reply, notFound(routes, request)))
      const authenticate = provisioningAuthentication(access, rates)
      for (const { method, path, handler } of routes) {
        scope.route({
          method,
          url: path,
          onRequest: [authenticate, ...(method === 'GET' || method === 'DELETE' ? [ignoreBody] : [])],
          handler: async (request, reply) => {
            const { id = '' } = request.params as { id?: string }
            const query = request.query as Record<string, unknown>
            for (const [name, value] of Object.entries(query)) assertStorable(name, value)
            const baseUrl = `${request.protocol}://${request.host}${PREFIX}`
            const answer = await handler({
              key: request.caller as KeyRecord,
              id,
              query,
              body: request.body,
              baseUrl,
              request,
              reply,
            })
            return answer === undefined ? reply.send() : send(reply, answer)
          },
        })
      }
    },
    { prefix: PREFIX },
  )
}

const assertStorable = (name: string, value: unknown): void => {
  if (!String(value).includes('\0')) return
  throw new AppError('invalid_parameter', { detail: `${name} must not contain NUL characters.` })
}

const notFound = (routes: readonly ScimRoute[], request: FastifyRequest): AppError => {
  const path = request.url
    .replace(/[?#].*$/s, '')
    .replace(/(?<=.)\/$/, '')
    .slice(PREFIX.length)
  const methods = routes.filter((route) =>
    new RegExp(`^${route.path.replaceAll('.', '\\.').replace(':id', '[^/]+')}$`).test(path),
  )
  if (methods.length === 0)
    return new AppError('not_found', { detail: 'There is no such resource. Its names are case-sensitive.' })
  const allow = methods.map(({ method }) => method).join(', ')
  return new AppError('method_not_allowed', { detail: `Use ${allow} on this path.`, headers: { allow } })
}
