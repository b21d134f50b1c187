import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Telemetry } from '../../platform/telemetry/telemetry.ts'

/** Matches our paths below one more segment, which a proxy forwards with its prefix. */
const PREFIXED =
  /^\/(?!(?:v1|api|docs|guide|assets)\/)[^/]+\/(?:v1|api|assets|docs|guide|sign-in|set-up|openapi\.json|healthz|readyz)(?:[/?]|$)/

export const NEEDS_HOST =
  'The service cannot be reached below a path prefix: give it a host name of its own, such as rollcall.example.com.'

/** Returns whether a proxy announces a prefix that it removed. */
export const hasForwardedPrefix = ({ headers }: FastifyRequest): boolean => {
  const prefix = headers['x-forwarded-prefix']
  return typeof prefix === 'string' && /^\/[^/]/.test(prefix)
}

export const isPrefixed = (path: string): boolean => PREFIXED.test(path)

/** Counts calls below a path prefix, which the doctor reports: pages, cookies and links of the service start at the root. */
export const registerPathPrefix = (app: FastifyInstance, { metrics }: Telemetry): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const isUnknown = request.routeOptions.url === undefined
    if (hasForwardedPrefix(request) || (isUnknown && isPrefixed(request.url))) metrics.prefixed.inc()
    done()
  })
}
