import { randomBytes } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

/** The placeholder of the nonce, which differs in each response. */
const NONCE = '__CSP_NONCE__'

/** Only scripts of the page itself may run. The page sets styles when it renders, and contacts only this server. */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Serves the rendered reference. The page gets everything from this server: no web fonts, no telemetry, no other host. */
export const registerReferencePage = (app: FastifyInstance) =>
  app.register(async (page) => {
    page.addHook('onSend', async (_request, reply, payload) => {
      if (typeof payload !== 'string' || !String(reply.getHeader('content-type')).startsWith('text/html')) return payload
      const nonce = randomBytes(16).toString('base64')
      reply.headers({
        'content-security-policy': policy(nonce),
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'same-origin',
      })
      return payload.replaceAll(NONCE, nonce)
    })
    await page.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        url: '/openapi.json',
        title: 'Rollcall API',
        pageTitle: 'Rollcall API',
        nonce: NONCE,
        withDefaultFonts: false,
        telemetry: false,
        showDeveloperTools: 'never',
        hideClientButton: true,
        agent: { disabled: true },
        mcp: { disabled: true },
      },
      logLevel: 'silent',
    })
  })
