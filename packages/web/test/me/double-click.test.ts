import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, mondayOf } from '../../src/time/days.ts'
import { expectNoErrors, goTo, NOWHERE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { recordWrites } from '../support/writes.ts'
import { api, dayIn, myDay, shortDay, type TestUser, takePeople } from './support.ts'

let browser: TestBrowser
let ada: TestUser
beforeAll(async () => {
  browser = await startBrowser()
  ada = (await takePeople(browser, 12, 1))[0] as TestUser
})
afterAll(() => browser?.[Symbol.asyncDispose]())

/** Twice in the same task of the page: nothing is rendered between the two clicks. */
const clickTwiceAtOnce = (button: Locator) =>
  button.evaluate((element) => {
    const node = element as unknown as { click(): void }
    node.click()
    node.click()
  })

/** Answers to changes take longer than a double click. */
const slowDown = (page: Page, ms: number) =>
  page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET') await new Promise((resolve) => setTimeout(resolve, ms))
    await route.continue()
  })

describe('a double click', () => {
  it('books a desk once and cancels it once', async () => {
    const page = await browser.open(NOWHERE, ada)
    const day = await dayIn(page, 9)
    await goTo(page, `/me/desk?day=${day}`)
    const { sent, refused } = recordWrites(page)
    await page
      .getByRole('button', { name: /^Desk .*, free$/ })
      .first()
      .dblclick()
    await page.getByText(`Booked for ${shortDay(day)}`).waitFor()
    expect(sent).toEqual([`PUT /api/users/me/days/${day}/booking`])
    await page.getByRole('button', { name: 'Cancel the booking' }).dblclick()
    await page.getByText('You have booked nothing on this day.').waitFor()
    await expect.poll(async () => (await myDay(page, day)).booking).toBeNull()
    expect(sent.slice(1)).toEqual([`DELETE /api/users/me/days/${day}/booking`])
    expect(refused).toEqual([])
    expectNoErrors(page)
  })

  it('plans a day once, even twice in one task and on a slow line', async () => {
    const page = await browser.open(NOWHERE, ada)
    const day = await dayIn(page, 10)
    await goTo(page, `/me?day=${day}`)
    const row = page.getByRole('listitem', { name: shortDay(day) })
    const planned = (await myDay(page, day)).plan
    const [label, plan] = planned === 'r' ? ['Away', 'a'] : ['Remote', 'r']
    await slowDown(page, 300)
    const { sent } = recordWrites(page)
    await clickTwiceAtOnce(row.getByRole('button', { name: label }))
    await expect.poll(async () => (await myDay(page, day)).plan).toBe(plan)
    expect(sent).toEqual([`PUT /api/users/me/days/${day}/plan`])
    expectNoErrors(page)
  })

  it('books a parking bay once and cancels it once', async () => {
    const page = await browser.open(NOWHERE, ada)
    const day = await dayIn(page, 11)
    await goTo(page, `/me/parking?day=${day}`)
    const { sent, refused } = recordWrites(page)
    const path = `/api/users/me/days/${day}/parking`
    await page.getByRole('button', { name: 'Book any free bay' }).dblclick()
    await page.getByRole('status').filter({ hasText: 'you have bay' }).waitFor()
    await page
      .getByRole('table', { name: 'My bays' })
      .getByRole('button', { name: /^Cancel bay on/ })
      .dblclick()
    await page.getByRole('status').filter({ hasText: 'you have no bay' }).waitFor()
    expect(sent).toEqual([`PUT ${path}`, `DELETE ${path}`])
    expect(refused).toEqual([])
    const { items } = await api<{ items: unknown[] }>(page, 'get', `/api/users/me/parking?startDate=${day}&status=booked`)
    expect(items).toEqual([])
    expectNoErrors(page)
  })
})

it('a day that is refused does not take back another that was changed meanwhile', async () => {
  const page = await browser.open(NOWHERE, ada)
  const first = mondayOf(await dayIn(page, 17))
  const second = addDays(first, 1)
  await goTo(page, `/me?day=${first}`)
  const [refused, saved] = await Promise.all(
    [first, second].map(async (day) => {
      const name = (await myDay(page, day)).plan === 'r' ? 'Away' : 'Remote'
      return page.getByRole('listitem', { name: shortDay(day) }).getByRole('button', { name })
    }),
  )
  const [answering, reading] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(`**/days/${first}/plan`, async (route) => {
    await answering.promise
    await route.abort()
  })
  await refused?.click()
  const isReadAgain = page.waitForResponse((answer) => answer.url().includes(`/api/users/me/days?startDate=${first}`))
  await saved?.click()
  await isReadAgain
  // What the page shows from here on is not what the service answers.
  await page.route('**/api/users/me/days?*', async (route) => {
    await reading.promise
    await route.continue()
  })
  answering.resolve()
  await page.getByRole('alert').filter({ hasText: 'No answer' }).waitFor()
  // The notice may be there before the day that is taken back.
  await expect.poll(() => refused?.getAttribute('aria-pressed')).toBe('false')
  expect(await saved?.getAttribute('aria-pressed')).toBe('true')
  reading.resolve()
  expectNoErrors(page)
})
