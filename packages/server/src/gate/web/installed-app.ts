import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

interface ServedFile {
  readonly type: string
  /** Browsers ask each time for what decides which version they show. */
  readonly cacheControl: string
  readonly policy?: string
}

const DAY = 'public, max-age=86400'

/** The page that is shown offline has files of this server only, and asks it whether it answers again; so does its worker. */
const OFFLINE_POLICY = [
  "default-src 'none'",
  "connect-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const png: ServedFile = { type: 'image/png', cacheControl: DAY }

/** What makes the web app installable, by its path. */
const FILES: Readonly<Record<string, ServedFile>> = {
  'favicon.svg': { type: 'image/svg+xml', cacheControl: DAY },
  'icon-192.png': png,
  'icon-512.png': png,
  'icon-maskable-512.png': png,
  'apple-touch-icon.png': png,
  'manifest.webmanifest': { type: 'application/manifest+json', cacheControl: 'no-cache' },
  'offline.html': { type: 'text/html; charset=utf-8', cacheControl: 'no-cache', policy: OFFLINE_POLICY },
  'sw.js': {
    type: 'text/javascript; charset=utf-8',
    cacheControl: 'no-cache',
    policy: "default-src 'none'; connect-src 'self'",
  },
}

/** Serves the icons, the manifest, the service worker and the page that it shows offline. */
export const registerInstalledApp = async (app: FastifyInstance, webDir: string, common: Record<string, string>) => {
  for (const [name, { type, cacheControl, policy }] of Object.entries(FILES)) {
    const file = join(webDir, name)
    if (!existsSync(file)) continue
    const content = await readFile(file)
    const headers = { ...common, 'cache-control': cacheControl, ...(policy ? { 'content-security-policy': policy } : {}) }
    app.get(`/${name}`, { logLevel: 'warn' }, async (_request, reply) => reply.type(type).headers(headers).send(content))
  }
}
