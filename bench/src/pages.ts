import { type Caller, callAsKey } from './caller.ts'
import { measureFirstPage } from './first-page.ts'
import { median } from './load.ts'
import { dayFromNow } from './measure.ts'
import type { Figure } from './report.ts'
import { HISTORY, seedHistory } from './seed-history.ts'
import type { Subject } from './subject.ts'
import { type Session, signInBrowser } from './web-session.ts'

const TIMES = 12
const PAGES = ['Attendance', 'Desks and spaces', 'Groups', 'Days ahead']
const FIGURES = ['attendance', 'hours', 'headcount', 'desks', 'groups', 'policy', 'future', 'forecast']
/** What the figures are about that are not about a year. */
const ABOUT: Readonly<Record<string, string>> = {
  future: '14 days ahead and more, of which all but the first answer remember most,',
  forecast: 'forecasts, for which the node remembers the plans of the figure before,',
}
const MONTH = 30

const milliseconds = (value: number): string => `${value.toFixed(0)} ms`

/** Response times of the web app, for an organization of 10,000 users with a published year. */
export const measurePages = async (subject: Subject): Promise<Figure[]> => {
  await seedHistory(subject)
  const reader = await callAsKey(subject)
  await reader.json('POST', '/api/refresh-runs', {})
  await settle(subject)
  const figures = await measureAnswers(subject, reader)
  {
    await using session = await signInBrowser(subject, reader, 'employee')
    figures.push(...(await measureFirstPage(session)))
  }
  await using session = await signInBrowser(subject, reader, 'administrator')
  figures.push(...(await measureAnalyticsPages(session)), ...(await measureExplorer(session)))
  reader.close()
  return figures
}

/** What a refresh leaves for PostgreSQL to do is done, as it is when people come to look at figures. */
const settle = async ({ pool, orgId }: Subject): Promise<void> => {
  const { rows } = await pool.query<{ open: boolean }>('select exists (select from open_desks($1)) as open', [orgId])
  if (!rows[0]?.open) throw new Error('No desk can be booked, so figures of desks would be about nothing.')
  await pool.query('vacuum analyze')
  await pool.query('checkpoint')
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const several = async (work: (index: number) => Promise<unknown>): Promise<number[]> => {
  const taken: number[] = []
  for (let index = 0; index < TIMES; index += 1) taken.push(await timed(() => work(index)))
  return taken
}

/** Each figure of a year, over HTTP, for all buildings. The node has answered other requests before, but not these. */
const measureAnswers = async ({ userIds }: Subject, reader: Caller): Promise<Figure[]> => {
  const get = async (path: string): Promise<void> => {
    const { status, body } = await reader.send('GET', path)
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${body}`)
  }
  const readUser = (index: number) => get(`/api/users/${userIds[index]}`)
  await several(readUser)
  const user = median(await several(readUser))
  const figures: Figure[] = []
  for (const name of FIGURES) {
    // Another period each time, because responses may be cached. Future days are cached one by one, so all but one are.
    const [first, ...others] = await several((index) => {
      const asked: Record<string, string> = { future: `days=${14 + index}`, forecast: '' }
      return get(`/api/analytics/${name}?${asked[name] ?? `from=${dayFromNow(-364 + index)}&to=${dayFromNow(-1)}`}`)
    })
    figures.push({
      name: `answer of /api/analytics/${name}`,
      value: `first ${milliseconds(first as number)}, others p50 ${milliseconds(median(others))}`,
      reference: `p50 ${user.toFixed(1)} ms of a single user`,
      ratio: (first as number) / user,
      notes: `the first against a single user; max of the ${others.length} others ${milliseconds(Math.max(...others))}; ${ABOUT[name] ?? 'a year'} of ${HISTORY.users} users over HTTP`,
    })
  }
  return figures
}

/** Loading is complete. */
const settled = (page: Session['page']) =>
  page.locator('main [role=status], main [aria-busy=true]').first().waitFor({ state: 'detached' })

/** An empty page of the same browser and service. */
const nothing = async ({ page }: Session): Promise<number> => median(await several(() => page.goto('/favicon.svg')))

const measureAnalyticsPages = async (session: Session): Promise<Figure[]> => {
  const { page } = session
  const reference = await nothing(session)
  await page.goto('/analytics/attendance')
  await settled(page)
  const switches = await several(async (index) => {
    const name = PAGES[(index + 1) % PAGES.length] as string
    await page.getByRole('link', { name, exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await settled(page)
  })
  await page.goto('/analytics/attendance')
  await settled(page)
  const changes = await several(async (index) => {
    const name = index % 2 === 0 ? 'Last 12 months' : 'Last 4 weeks'
    await page.getByRole('combobox', { name: 'Period' }).click()
    const before = page.url()
    await page.getByRole('option', { name }).click()
    await page.waitForURL((url) => url.href !== before)
    await settled(page)
  })
  const figure = (name: string, taken: number[]): Figure => ({
    name,
    value: `max of ${TIMES} ${milliseconds(Math.max(...taken))}`,
    reference: `${milliseconds(reference)} to open an empty page`,
    ratio: Math.max(...taken) / reference,
    notes: `p50 ${milliseconds(median(taken))}, until all figures are drawn; ${HISTORY.users} users`,
  })
  return [figure('switch between pages of analytics', switches), figure('change of period, to a year and back', changes)]
}

const measureExplorer = async ({ page }: Session): Promise<Figure[]> => {
  const days = `startDate=${dayFromNow(-MONTH)}&endDate=${dayFromNow(-1)}`
  const reading = await timed(async () => {
    await page.goto(`/data?dataset=user-booking-attendance&${days}`)
    await page.locator('[data-phase=done]').waitFor({ timeout: 120_000 })
  })
  const text = (await page.locator('[data-phase=done]').textContent()) as string
  const rows = Number((/^([\d,]+) rows?/.exec(text)?.[1] ?? '').replaceAll(',', ''))
  const frame = (await page.evaluate(
    'new Promise((done) => requestAnimationFrame((a) => requestAnimationFrame((b) => done(b - a))))',
  )) as number
  const jumps = await several(async (index) => {
    const row = Math.floor(((index * 7 + 3) % TIMES) * (rows / TIMES))
    await page.getByRole('textbox', { name: 'Go to row' }).fill(String(row + 1))
    await page.getByRole('button', { name: 'Go to row' }).click()
    await page.locator(`tr[aria-rowindex="${row + 2}"]`).waitFor()
  })
  return [
    {
      name: `jump in the explorer among ${rows} rows`,
      value: `max of ${TIMES} ${milliseconds(Math.max(...jumps))}`,
      reference: `${frame.toFixed(1)} ms per frame of the browser`,
      ratio: Math.max(...jumps) / frame,
      notes: `p50 ${milliseconds(median(jumps))}; reading them all into the browser: ${(reading / 1000).toFixed(1)} s`,
    },
  ]
}
