import { median } from './load.ts'
import type { Figure } from './report.ts'
import type { Session } from './web-session.ts'

const TIMES = 6
/** As slow as a phone of the middle class next to the processor of a desk. */
const SLOWDOWN = 4

const milliseconds = (value: number): string => `${value.toFixed(0)} ms`

/** What Web Vitals measure, in a browser that has nothing in its cache and a processor that is slowed down. */
export const measureFirstPage = async ({ page }: Session): Promise<Figure[]> => {
  page.setDefaultTimeout(120_000)
  const debug = await page.context().newCDPSession(page)
  await debug.send('Network.setCacheDisabled', { cacheDisabled: true })
  await debug.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const empty: number[] = []
  const paints: number[] = []
  const responses: number[] = []
  for (let index = 0; index < TIMES; index += 1) {
    const started = performance.now()
    await page.goto('/favicon.svg')
    empty.push(performance.now() - started)
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('main [role=status], main [aria-busy=true]').first().waitFor({ state: 'detached' })
    paints.push((await page.evaluate(LARGEST_PAINT)) as number)
    responses.push(...(await interact(page)))
  }
  await debug.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await debug.send('Network.setCacheDisabled', { cacheDisabled: false })
  const figure = (name: string, taken: number[], notes: string): Figure => ({
    name: `${name}, processor slowed down ${SLOWDOWN} times`,
    value: `max of ${taken.length} ${milliseconds(Math.max(...taken))}`,
    reference: `${milliseconds(median(empty))} to open an empty page, slowed down as well`,
    ratio: Math.max(...taken) / median(empty),
    notes: `p50 ${milliseconds(median(taken))}; ${notes}`,
  })
  return [
    figure("largest contentful paint of an employee's home page", paints, 'nothing cached'),
    figure('from an input to the next paint', responses, 'a day planned, the search and a menu opened, the colors switched'),
  ]
}

type Page = Session['page']

/** The latest entry, which is the one of the largest element. */
const LARGEST_PAINT = `new Promise((resolve) =>
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true }))`

/** Collects how long clicks take until the browser has painted what they change. */
const COLLECT = `globalThis.durations = []
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'click') durations.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 })`

/** How long some clicks took, as the browser reports it. */
const interact = async (page: Page): Promise<number[]> => {
  await page.evaluate(COLLECT)
  const days = page.getByRole('region', { name: 'The next days' })
  const clicks = [
    () => days.getByRole('button', { name: 'Away', pressed: false }).first().click(),
    () => days.getByRole('button', { name: 'Office', pressed: false }).first().click(),
    ...[/^Search/, /^Help$/, /^Switch to/, /^Switch to/].map((name) => () => page.getByRole('button', { name }).first().click()),
  ]
  for (const click of clicks) {
    await click()
    await page.waitForTimeout(500)
    await page.keyboard.press('Escape')
  }
  return (await page.evaluate('durations')) as number[]
}
