import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findChromium, launchChromium } from './test/support/chromium.ts'

/** Draws the icons of the installed app from `public/favicon.svg`: `npm run icons -w @rollcall/web` after changing it. */
const PUBLIC = join(import.meta.dirname, 'public')

interface Icon {
  readonly name: string
  readonly size: number
  /** Some systems cut a shape of their own out of the icon: then the color goes to the edge, and the sign is smaller. */
  readonly isFull?: boolean
}

const ICONS: readonly Icon[] = [
  { name: 'icon-192.png', size: 192 },
  { name: 'icon-512.png', size: 512 },
  { name: 'icon-maskable-512.png', size: 512, isFull: true },
  { name: 'apple-touch-icon.png', size: 180, isFull: true },
]

const sign = await readFile(join(PUBLIC, 'favicon.svg'), 'utf8')
/** The same on a background without corners, in the middle four fifths. */
const full = sign
  .replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"')
  .replace('<rect width="32" height="32" rx="7"', '<rect x="-4" y="-4" width="40" height="40"')

const browser = await launchChromium(await findChromium())
const page = await browser.newPage()
for (const { name, size, isFull } of ICONS) {
  const source = Buffer.from(isFull ? full : sign).toString('base64')
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<style>body{margin:0}img{display:block}</style><img src="data:image/svg+xml;base64,${source}" width="${size}" height="${size}">`,
  )
  await page.locator('img').evaluate((image: HTMLImageElement) => image.decode())
  await writeFile(join(PUBLIC, name), await page.screenshot({ omitBackground: true }))
}
await browser.close()
