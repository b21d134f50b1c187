import { createHash } from 'node:crypto'
import { glob, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { build } from 'vitepress'
import { COLORS_FILE } from './code-colors.ts'
import { findDeadLinks } from './dead-links.ts'
import { ROOT } from './pages.ts'

interface Options {
  /** Where the site is served, such as `/guide/`. */
  readonly base: string
  readonly outDir: string
  /** Whether the files are compressed and listed for our server, which needs nothing else. */
  readonly isPacked: boolean
}

/** Builds the site, and fails if one of its links leads nowhere. */
export const buildSite = async ({ base, outDir, isPacked }: Options): Promise<void> => {
  process.env.GUIDE_BASE = base
  // From here the builder finds its runtime in node_modules.
  process.chdir(ROOT)
  const root = join(import.meta.dirname, '..')
  // The pages are rendered by code in this folder, which finds its packages only from within the repository.
  const tempDir = join(root, `dist.${process.pid}.temp`)
  await build(root, {
    outDir,
    onAfterConfigResolve: (config) => {
      config.tempDir = tempDir
      config.logger.info = () => undefined
    },
  })
  await rm(tempDir, { recursive: true, force: true })
  const pages = await finishPages(base, outDir)
  const files = await Array.fromAsync(glob('**/*.*', { cwd: outDir }))
  const dead = findDeadLinks(base, pages, new Set(files))
  if (dead.length > 0) throw new Error(`The guide has dead links:\n${dead.join('\n')}`)
  if (isPacked) await pack(outDir, files)
}

const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex').slice(0, 12)

const INLINE_SCRIPT = /<script(?: id="[\w-]+")?>([^<]+)<\/script>/g

/**
 * Moves scripts and styles out of the pages into files, because the policy of the service allows only files. Returns the pages by their
 * path.
 */
const finishPages = async (base: string, outDir: string): Promise<Map<string, string>> => {
  const addFile = async (content: string, extension: string): Promise<string> => {
    const name = `assets/inline.${hashOf(content)}.${extension}`
    await writeFile(join(outDir, name), content)
    return base + name
  }
  const colors = await addFile(await readFile(join(outDir, COLORS_FILE), 'utf8'), 'css')
  await rm(join(outDir, COLORS_FILE))
  const pages = new Map<string, string>()
  for await (const file of glob('**/*.html', { cwd: outDir })) {
    let html = await readFile(join(outDir, file), 'utf8')
    for (const [tag, script = ''] of html.matchAll(INLINE_SCRIPT))
      html = html.replace(tag, `<script src="${await addFile(script, 'js')}"></script>`)
    // The theme sets these styles again as soon as it runs.
    html = html.replaceAll(/ style="(?:position:relative;|--vp-vh:0px;|)"/g, '')
    html = html.replace('</head>', () => `<link rel="stylesheet" href="${colors}"></head>`)
    if (/<script>|<style| style="| on\w+="/.test(html.replaceAll(/<code>.*?<\/code>/gs, '')))
      throw new Error(`${file} has a script or a style within the page, which the policy of the service blocks.`)
    await writeFile(join(outDir, file), html)
    pages.set(file, html)
  }
  return pages
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
}

/** A file as the server sends it. */
export interface SiteFile {
  readonly file: string
  readonly type: string
  readonly etag: string
  readonly isCompressed: boolean
}

/** Compresses the texts, and lists all files by their address below the base in `files.json`. */
const pack = async (outDir: string, files: readonly string[]): Promise<void> => {
  const listed: Record<string, SiteFile> = {}
  for (const file of files.toSorted()) {
    const path = join(outDir, file)
    const content = await readFile(path)
    const type = TYPES[file.split('.').at(-1) as string]
    if (type === undefined) throw new Error(`What is the media type of ${file}?`)
    const isCompressed = type !== 'image/png'
    if (isCompressed) {
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
      await rm(path)
    }
    const address = file.replace(/\.html$/, '').replace(/(^|\/)index$/, '$1')
    listed[address] = { file: isCompressed ? `${file}.gz` : file, type, etag: `"${hashOf(content)}"`, isCompressed }
  }
  await writeFile(join(outDir, 'files.json'), JSON.stringify(listed))
}
