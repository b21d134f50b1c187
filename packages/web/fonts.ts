import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const MODULE = 'virtual:typeface.css'
const CACHE = join(import.meta.dirname, 'node_modules/.cache/typeface')

const range = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')

/** Each script is a file of its own, so that a browser loads only what the page shows. */
const SCRIPTS: readonly { readonly name: string; readonly characters: string; readonly unicodeRange: string }[] = [
  {
    name: 'latin',
    // What Western Europe writes, and the signs of the interface.
    characters: `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŸ–—‘’‚“”„•…‹›€™←↑→↓−≤≥`,
    unicodeRange:
      'U+20-7E,U+A0-FF,U+152-153,U+178,U+2013-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2039-203A,U+20AC,U+2122,U+2190-2193,U+2212,U+2264-2265',
  },
  {
    name: 'latin-ext',
    characters: `${range(0x100, 0x151)}${range(0x154, 0x177)}${range(0x179, 0x17f)}ȘșȚțẞ`,
    unicodeRange: 'U+100-151,U+154-177,U+179-17F,U+218-21B,U+1E9E',
  },
  { name: 'greek', characters: range(0x384, 0x3ce), unicodeRange: 'U+384-3CE' },
  { name: 'cyrillic', characters: range(0x400, 0x45f), unicodeRange: 'U+400-45F' },
]

/** Arial with the measures of Inter: text takes the same place before the typeface is there, or where it is refused. */
const FALLBACK = `@font-face{font-family:"Inter Fallback";src:local("Arial"),local("Liberation Sans");size-adjust:107.06%;ascent-override:90.49%;descent-override:22.56%;line-gap-override:0%}`

const faceOf = (file: string, unicodeRange: string): string =>
  // "optional" never exchanges the typeface of a page that is already shown, so that nothing moves.
  `@font-face{font-family:"Inter Variable";font-weight:400 700;font-display:optional;src:url(${JSON.stringify(file)}) format("woff2");unicode-range:${unicodeRange}}`

const subset = async (name: string, characters: string): Promise<string> => {
  const file = join(CACHE, `inter-${name}.woff2`)
  const source = createRequire(import.meta.url).resolve(`@fontsource-variable/inter/files/inter-${name}-wght-normal.woff2`)
  // The copyright and the license stay in the file, as the license asks.
  const options = {
    targetFormat: 'woff2' as const,
    variationAxes: { wght: { min: 400, max: 700 } },
    preserveNameIds: [0, 13, 14],
  }
  await mkdir(CACHE, { recursive: true })
  // Another process may build at the same time.
  const draft = `${file}.${process.pid}`
  await writeFile(draft, await subsetFont(await readFile(source), characters, options))
  await rename(draft, file)
  return file
}

/** Inter with the characters of Europe's languages, served by us; the Latin file is fetched together with the page. */
export const typeface = (): Plugin => ({
  name: 'rollcall-typeface',
  resolveId: (id) => (id === MODULE ? join(CACHE, 'typeface.css') : undefined),
  async load(id) {
    if (id !== join(CACHE, 'typeface.css')) return undefined
    const faces = await Promise.all(
      SCRIPTS.map(async (each) => faceOf(await subset(each.name, each.characters), each.unicodeRange)),
    )
    return [FALLBACK, ...faces].join('\n')
  },
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => /inter-latin-[^/]*\.woff2$/.test(file) && !file.includes('latin-ext'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
          injectTo: 'head-prepend' as const,
        })),
  },
})
