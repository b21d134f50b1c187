import { createReadStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createGunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { isCurrent } from '../http/caching.ts'
import { hasForwardedPrefix, NEEDS_HOST } from '../http/path-prefix.ts'

/** The build folder of the guide: in the published package, or in this repository. */
export const GUIDE_DIR = ['../../../guide', '../../../../guide/dist']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path, index) => index > 0 || existsSync(path)) as string

const BASE = '/guide/'

const NOT_BUILT = 'The guide is not built. Run "npm run build -w @rollcall/guide", then start the service again.\n'

/** A file of the site, as its build lists it. */
interface SiteFile {
  readonly file: string
  readonly type: string
  readonly etag: string
  readonly isCompressed: boolean
}

type Site = Readonly<Record<string, SiteFile>>

/** Scripts and styles are files of this server; icons of the theme are data: images. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const PAGE_HEADERS = {
  'content-security-policy': POLICY,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}

/** Serves the guide: pages, which browsers revalidate, and files whose names change with their content. */
export const registerGuideRoutes = (app: FastifyInstance, guideDir: string): void => {
  let site: Promise<Site | undefined> | undefined
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (hasForwardedPrefix(request)) return sendText(reply.code(400), `${NEEDS_HOST}\n`)
    site ??= readSite(guideDir)
    const files = await site
    if (!files) return sendText(reply.code(503), NOT_BUILT)
    // The router ignores a slash at the end, but links within a page depend on it.
    const path = request.url.replace(/\?.*$/s, '').slice(BASE.length)
    const isBase = request.url.startsWith(BASE)
    const found = isBase ? find(files, path) : undefined
    if (found) return send(request, reply, guideDir, found, path)
    const other = isBase && path.endsWith('/') ? path.slice(0, -1) : `${path}/`.replace(/^\/$/, '')
    if (find(files, other)) return reply.redirect(BASE + other, 301)
    return send(request, reply.code(404), guideDir, files['404'] as SiteFile, '404')
  }
  for (const path of ['/guide', '/guide/*']) app.get(path, { logLevel: 'warn' }, answer)
}

const readSite = async (guideDir: string): Promise<Site | undefined> => {
  const text = await readFile(join(guideDir, 'files.json'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Site)
}

const find = (files: Site, path: string): SiteFile | undefined => (Object.hasOwn(files, path) ? files[path] : undefined)

const sendText = (reply: FastifyReply, text: string) => reply.type('text/plain; charset=utf-8').send(text)

const send = (request: FastifyRequest, reply: FastifyReply, guideDir: string, found: SiteFile, path: string) => {
  const { file, type, etag, isCompressed } = found
  reply.headers({
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag,
    ...(type.startsWith('text/html') ? PAGE_HEADERS : undefined),
    ...(isCompressed ? { vary: 'accept-encoding' } : undefined),
  })
  if (reply.statusCode === 200 && isCurrent(request, etag)) return reply.code(304).send()
  reply.type(type)
  const content = createReadStream(join(guideDir, file))
  if (!isCompressed) return reply.send(content)
  const isGzipAccepted = new Negotiator(request).encoding(['gzip', 'identity']) === 'gzip'
  // Files are stored compressed; a client that does not accept this is rare.
  return isGzipAccepted ? reply.header('content-encoding', 'gzip').send(content) : reply.send(content.pipe(createGunzip()))
}
