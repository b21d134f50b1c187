import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasForwardedPrefix, NEEDS_HOST } from '../http/path-prefix.ts'
import { registerInstalledApp } from './installed-app.ts'
import { registerReferencePage } from './reference-page.ts'

/** The build folder of the web app: in the published package, or in this repository. */
export const WEB_DIR = ['../../../web', '../../../../web/dist']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path, index) => index > 0 || existsSync(path)) as string

/** The addresses of the web app, which itself decides what to show. */
const PAGES = [
  '/',
  '/sign-in',
  '/set-up',
  '/account-link',
  '/forgot-password',
  '/unsubscribe',
  '/kiosk',
  '/profile',
  '/me',
  '/desks',
  '/analytics',
  '/data',
  '/people',
  '/sources',
  '/quarantine',
  '/spaces',
  '/admin',
]

const NOT_BUILT = 'The web app is not built. Run "npm run build -w @rollcall/web", then start the service again.\n'

/** Serves the web app: one page for all of its addresses, and files whose names change with their content. */
export const registerWebRoutes = async (app: FastifyInstance, webDir: string): Promise<void> => {
  const [page, reference] = await Promise.all(['index.html', 'reference.html'].map((name) => read(webDir, name)))
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (hasForwardedPrefix(request)) return reply.code(400).type('text/plain; charset=utf-8').send(`${NEEDS_HOST}\n`)
    return page ? sendPage(reply, page) : sendNotBuilt(reply)
  }
  for (const path of PAGES) {
    app.get(path, { logLevel: 'warn' }, answer)
    if (path !== '/') app.get(`${path}/*`, { logLevel: 'warn' }, answer)
  }
  if (!page || !reference) {
    app.get('/docs', { logLevel: 'warn' }, answer)
    return
  }
  registerReferencePage(app, reference)
  app.sendPage = (reply) => sendPage(reply, page)
  await registerInstalledApp(app, webDir, SAFE)
  await app.register(fastifyStatic, {
    root: join(webDir, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    decorateReply: false,
    immutable: true,
    maxAge: '365d',
    logLevel: 'warn',
    setHeaders: (response) => {
      for (const [name, value] of Object.entries(SAFE)) response.header(name, value)
    },
  })
}

const read = (dir: string, name: string): Promise<string | undefined> => readFile(join(dir, name), 'utf8').catch(() => undefined)

const SAFE = { 'cross-origin-resource-policy': 'same-origin' }

/** Allows only scripts and styles of this server; uploaded floor plans are data: and blob: images. */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const sendPage = (reply: FastifyReply, page: string) => {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      ...SAFE,
      'content-security-policy': policy(nonce),
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    })
    .send(page.replace('__CSP_NONCE__', nonce))
}

const sendNotBuilt = (reply: FastifyReply) => reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
