import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { findChromium, launchChromium } from './test/support/chromium.ts'
import { type Demo, PASSWORD, type Person } from './test/support/demo.ts'
import { startDemoService } from './test/support/demo-service.ts'

// After it, because it changes how the file is loaded.
await import('./macros-in-node.ts')
const { NAVIGATION } = await import('./src/shell/navigation.ts')

/** Takes a picture of each page into `screenshots/` at the root: `npm run screenshots [part of an address]`. */
const FOLDER = join(import.meta.dirname, '../../screenshots')

const LOOKS: Record<string, BrowserContextOptions> = {
  desktop: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  wide: { viewport: { width: 1920, height: 1080 }, colorScheme: 'light' },
  wall: { viewport: { width: 1080, height: 1920 }, colorScheme: 'dark' },
  phone: { viewport: { width: 360, height: 740 }, colorScheme: 'light', deviceScaleFactor: 2 },
}

interface Shown {
  readonly path: string
  readonly person?: Person
}

const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Every page that the navigation leads to, and those that are one step further. */
const pagesOf = async (demo: Demo): Promise<Shown[]> => {
  const headers = { authorization: `Basic ${Buffer.from(`${demo.key.id}:${demo.key.secret}`).toString('base64')}` }
  const read = async (path: string) => {
    return (await (await fetch(new URL(path, demo.baseUrl), { headers })).json()) as Record<string, string>[]
  }
  const [user] = await read('/v1/analytics/users/basic')
  const [desk] = await read('/v1/analytics/desks/basic')
  const link = await screenLink(demo, desk?.locationId as string)
  const own = NAVIGATION[0]?.links.map(({ to }) => ({ path: to, person: 'employee' as const })) ?? []
  const others = NAVIGATION.slice(1).flatMap(({ links }) =>
    links.map(({ to }) => ({ path: to, person: 'global-administrator' as const })),
  )
  const further = [
    ...['days', 'activity', 'presence', 'explain'].map((tab) => `/people/${user?.userId}?tab=${tab}`),
    `/data?dataset=user-booking-attendance&startDate=${dayFromNow(-9)}&endDate=${dayFromNow(-1)}`,
    `/admin/places/${desk?.locationId}`,
    `/admin/places/${desk?.locationId}/levels/${desk?.levelId}`,
  ].map((path) => ({ path, person: 'global-administrator' as const }))
  return [
    { path: '/sign-in' },
    { path: '/set-up' },
    { path: link },
    ...own,
    { path: '/profile', person: 'employee' },
    ...others,
    ...further,
  ]
}

/** A kiosk screen of the building. */
const screenLink = async ({ baseUrl, people }: Demo, locationId: string): Promise<string> => {
  const body = JSON.stringify({ userName: people['global-administrator'], password: PASSWORD })
  const json = { 'content-type': 'application/json' }
  const session = await fetch(new URL('/api/session', baseUrl), { method: 'POST', headers: json, body })
  const { csrfToken } = (await session.json()) as { csrfToken: string }
  const headers = { ...json, 'x-csrf-token': csrfToken, cookie: session.headers.getSetCookie()[0]?.split(';')[0] as string }
  const screen = JSON.stringify({ name: 'Lobby', locationId, showsNames: true, secondsPerLevel: 3_600 })
  const made = await fetch(new URL('/api/kiosk-screens', baseUrl), { method: 'POST', headers, body: screen })
  return `/kiosk#${((await made.json()) as { secret: string }).secret}`
}

const take = async (browser: Browser, demo: Demo, look: string, pages: readonly Shown[]): Promise<void> => {
  for (const [person, shown] of Map.groupBy(pages, (each) => each.person)) {
    const context = await browser.newContext({ baseURL: demo.baseUrl, reducedMotion: 'reduce', ...LOOKS[look] })
    if (person) await context.request.post('/api/session', { data: { userName: demo.people[person], password: PASSWORD } })
    const page = await context.newPage()
    for (const { path } of shown) await takeOne(page, path, look)
    await context.close()
  }
}

const takeOne = async (page: Page, path: string, look: string): Promise<void> => {
  await page.goto(path)
  // A page with a stream never becomes idle, so the picture is taken after a while.
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {})
  const name = path
    .replace(/^\/|#.*/g, '')
    .replace(/[0-9a-f-]{36}/g, 'id')
    .replace(/[^\w]+/g, '-')
  await page.screenshot({ path: join(FOLDER, look, `${name || 'start'}.png`), fullPage: look === 'phone' })
  console.log(`${look}  ${path}`)
}

const only = process.argv[2] ?? ''
if (only.startsWith('-')) {
  console.log('npm run screenshots [part of an address]: takes a picture of each page into screenshots/')
  process.exit(only === '--help' ? 0 : 2)
}
await rm(FOLDER, { recursive: true, force: true })
await using demo = await startDemoService({ employees: 300, days: 70 })
const browser = await launchChromium(await findChromium())
const pages = (await pagesOf(demo)).filter(({ path }) => path.includes(only))
if (pages.length === 0) console.error(`No page has ${only} in its address.`)
for (const look of Object.keys(LOOKS))
  await take(browser, demo, look, look === 'wall' ? pages.filter(({ path }) => path.startsWith('/kiosk')) : pages)
await browser.close()
if (pages.length > 0) console.log(`\nWritten to ${FOLDER}`)
else process.exitCode = 1
