import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isCurrent } from '../http/caching.ts'

/** Only scripts of this server may run. The page sets styles when it renders, and contacts only this server. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves the rendered API reference. Its script is one of the web app's files, which browsers keep. */
export const registerReferencePage = (app: FastifyInstance, page: string): void => {
  const etag = `"${createHash('sha256').update(page).digest('hex').slice(0, 12)}"`
  app.get('/docs', { logLevel: 'silent' }, async (request, reply) => {
    reply.headers({
      'content-security-policy': POLICY,
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-cache',
      etag,
    })
    if (isCurrent(request, etag)) return reply.code(304).send()
    return reply.type('text/html; charset=utf-8').send(page)
  })
}
