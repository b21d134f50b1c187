import { ENDPOINTS, type Endpoint, type TokenRequest } from '@rollcall/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { authenticateByHmac, authenticateBySecret, issueToken } from '../authentication/access-service.ts'
import { parseBasic } from '../authentication/authentication.ts'
import { type Call, type HttpContext, serve } from '../http/serve.ts'
import type { KeyRecord } from '../keys/key-directory.ts'
import { TOKEN_SECONDS } from '../tokens/signing-keys.ts'

/** Registers POST /v1/auth and POST /v1/auth/token (contract §2). */
export const registerAuthRoutes = (context: HttpContext): void => {
  const { access } = context

  serve(context, ENDPOINTS.authenticate, async ({ body, request, reply }) => {
    const key = await authenticateByHmac(access, request.ip, body).catch((error) => {
      throw asUnauthenticated(error)
    })
    await countCall(context, key, request, reply).catch((error) => {
      throw asUnauthenticated(error)
    })
    reply.header('cache-control', 'no-store')
    return { authenticated: true, message: 'Authenticated', ...(await issueToken(access, key)) }
  })

  context.app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
    if (!FORM_ROUTES.has(request.routeOptions.url)) return done(new AppError('unsupported_media_type'))
    const fields = new URLSearchParams(body as string)
    if (new Set(fields.keys()).size < fields.size) {
      return done(oauthError('invalid_request', 'invalid_request', 'Send each parameter once (RFC 6749 §3.2).'))
    }
    done(null, Object.fromEntries(fields))
  })

  const grant = async ({ body, request, reply }: Call<typeof ENDPOINTS.createToken>) => {
    reply.header('cache-control', 'no-store')
    const client = clientCredentials(body, request)
    const key = await authenticateBySecret(access, request.ip, 'hmac', client)
    await countCall(context, key, request, reply)
    const { token } = await issueToken(access, key)
    return { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS }
  }
  serve(context, ENDPOINTS.createToken, grant, asOAuthError)
}

/** Operations that also take a form, as their standards require. */
const FORM_ROUTES: ReadonlySet<string | undefined> = new Set(
  Object.values<Endpoint>(ENDPOINTS)
    .filter(({ form }) => form)
    .map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1')),
)

/** Counts the call like any other call of the key: for metering, and against the limit of the key, if any. */
const countCall = async ({ rates }: HttpContext, key: KeyRecord, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  request.caller = key
  await rates.consume(key, reply)
}

/** Adds `authenticated` and `message`, which existing clients read. */
const asUnauthenticated = (error: unknown): unknown => {
  if (!(error instanceof AppError) || error.status >= 500) return error
  const members = { authenticated: false, message: error.message }
  const challenge = error.status === 401 && { headers: { 'www-authenticate': 'HMAC realm="rollcall"' } }
  return new AppError(error.code, { ...error.extras, detail: error.message, members, ...challenge })
}

/** Adds `error` and `error_description` of RFC 6749 §5.2 to the members of the problem. */
const oauthError = (code: AppError['code'], name: string, description: string, refused: AppError['extras'] = {}): AppError =>
  new AppError(code, {
    ...refused,
    detail: description,
    members: { error: name, error_description: description },
    ...(code === 'credentials_invalid' && { headers: { 'www-authenticate': 'Basic realm="rollcall"' } }),
  })

const OAUTH_NAMES: Record<number, string> = { 401: 'invalid_client', 403: 'unauthorized_client' }

const asOAuthError = (error: unknown): unknown => {
  if (!(error instanceof AppError) || error.status >= 500 || error.extras.members) return error
  // RFC 6749 has no name for this error; its headers say when to retry.
  if (error.code === 'rate_limited') return error
  return oauthError(error.code, OAUTH_NAMES[error.status] ?? 'invalid_request', error.message, error.extras)
}

/** Reads id and secret from the body or the Basic header, not from both (RFC 6749 §2.3.1). */
const clientCredentials = (body: TokenRequest, request: FastifyRequest): { id: string; secret: string } => {
  const isForm = request.headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded') ?? false
  if (isForm && !body.grant_type) {
    throw oauthError('invalid_request', 'invalid_request', 'Send grant_type=client_credentials.')
  }
  if (body.grant_type && body.grant_type !== 'client_credentials') {
    throw oauthError('invalid_request', 'unsupported_grant_type', 'The only grant_type is client_credentials.')
  }
  const header = headerCredentials(request.headers.authorization)
  const { client_id: id, client_secret: secret } = body
  if (header && secret) {
    throw oauthError('invalid_request', 'invalid_request', 'Authenticate by header or by body, not by both.')
  }
  if (header) return header
  if (!id || !secret) {
    throw oauthError('invalid_request', 'invalid_request', 'Send client_id and client_secret, or a Basic Authorization header.')
  }
  return { id, secret }
}

/** Needs no form-decoding (RFC 6749 §2.3.1), because our ids and secrets contain no character that it changes. */
const headerCredentials = (header: string | undefined): { id: string; secret: string } | undefined => {
  if (!header) return undefined
  const basic = /^basic +(\S+)$/i.exec(header)?.[1]
  const parsed = basic && parseBasic(basic)
  if (parsed) return parsed
  throw oauthError('credentials_invalid', 'invalid_client', 'The Authorization header is not valid Basic authentication.')
}
