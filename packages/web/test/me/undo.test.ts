import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, expectNoErrors, goTo, NOWHERE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { api, dayIn, focusedText, myDay, shortDay, type TestUser, takePeople } from './support.ts'

let browser: TestBrowser
let ada: TestUser
let ben: TestUser
beforeAll(async () => {
  browser = await startBrowser()
  ;[ada, ben] = (await takePeople(browser, 13, 2)) as [TestUser, TestUser]
})
afterAll(() => browser?.[Symbol.asyncDispose]())

/** A page of the week in which Ada has a desk on this day. */
const openWithDesk = async (ahead: number): Promise<{ page: Page; day: string; placeId: string; placeName: string }> => {
  const page = await browser.open(NOWHERE, ada)
  const day = await dayIn(page, ahead)
  const { items } = await api<{ items: { placeId: string; placeName: string }[] }>(
    page,
    'get',
    `/api/locations/${ada.primaryLocationId}/free-desks?day=${day}`,
  )
  const { placeId, placeName } = items[0] as { placeId: string; placeName: string }
  await api(page, 'put', `/api/users/me/days/${day}/booking`, { placeId })
  await goTo(page, `/me?day=${day}`)
  return { page, day, placeId, placeName }
}

const rowOf = (page: Page, day: string) => page.getByRole('listitem', { name: shortDay(day) })
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

describe('what gives a desk back', () => {
  it.each(['Remote', 'Away'])('%s does so at once and offers to undo it, which brings plan and desk back', async (label) => {
    const { page, day, placeId, placeName } = await openWithDesk(label === 'Remote' ? 12 : 13)
    await rowOf(page, day).getByRole('button', { name: label }).click()
    const given = toast(page, `Desk ${placeName} on ${shortDay(day)} given back.`)
    await given.waitFor()
    // It stays as long as the pointer is on it.
    await given.hover()
    const [notice, title] = [await given.boundingBox(), await page.getByRole('heading', { level: 1 }).boundingBox()]
    expect(notice?.y).toBeGreaterThan((title?.y ?? 0) + (title?.height ?? 0))
    expect(await myDay(page, day)).toMatchObject({ plan: label === 'Remote' ? 'r' : 'a', booking: null })
    await given.getByRole('button', { name: 'Undo' }).dblclick()
    await toast(page, `Desk ${placeName} on ${shortDay(day)} is yours again.`).waitFor()
    expect(await myDay(page, day)).toMatchObject({ plan: 'o', booking: { placeId } })
    await rowOf(page, day).getByText(`Desk ${placeName}`).waitFor()
    await given.waitFor({ state: 'detached' })
    expectNoErrors(page)
  })

  it('stays while the keyboard is on it, and then gives the focus back', async () => {
    const { page, day } = await openWithDesk(15)
    const remote = rowOf(page, day).getByRole('button', { name: 'Remote' })
    await remote.waitFor()
    await page.evaluate(`{
      const { setTimeout: start, clearTimeout: stop } = window
      window.closing = new Set()
      window.setTimeout = (act, ms, ...rest) => {
        const timer = start(act, ms, ...rest)
        if (ms === 10_000) closing.add(timer)
        return timer
      }
      window.clearTimeout = (timer) => {
        closing.delete(timer)
        stop(timer)
      }
    }`)
    const closing = () => page.evaluate('closing.size')
    // Where an earlier test left it, it would hold the notice.
    await page.mouse.move(0, 0)
    await remote.press('Enter')
    const undo = toast(page, 'given back.').getByRole('button', { name: 'Undo' })
    await undo.waitFor()
    await expect.poll(closing).toBe(1)
    await undo.focus()
    await expect.poll(closing).toBe(0)
    await remote.focus()
    await expect.poll(closing).toBe(1)
    await undo.press('Enter')
    await expect.poll(() => focusedText(page)).toBe('Remote')
    await expect.poll(() => myDay(page, day)).toMatchObject({ plan: 'o' })
    expectNoErrors(page)
  })

  it('a canceled booking comes back to a day that stayed an office day', async () => {
    const { page, day, placeId, placeName } = await openWithDesk(14)
    await rowOf(page, day)
      .getByRole('button', { name: /^More for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Cancel the booking' }).click()
    const given = toast(page, `Desk ${placeName} on ${shortDay(day)} given back. The day stays an office day.`)
    await given.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await myDay(page, day)).booking?.placeId).toBe(placeId)
    expectNoErrors(page)
  })

  it('a cleared day gets its own plan and its desk back, and a planned one its usual week', async () => {
    const page = await browser.open(NOWHERE, ada)
    const remote = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, plan: 'r' }))
    await api(page, 'put', '/api/users/me/week-plan', { days: remote })
    // Far enough that the day is not planned yet, on whatever side of midnight the building is.
    const { day, placeId, placeName } = await openWithDesk(17)
    await goTo(page, `/me?day=${day}`)
    await rowOf(page, day)
      .getByRole('button', { name: /^More for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Back to the usual week' }).click()
    const given = toast(page, `Desk ${placeName} on ${shortDay(day)} given back.`)
    await given.hover()
    expect(await myDay(page, day)).toMatchObject({ plan: 'r', planOrigin: 'forecast', booking: null })
    await given.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => myDay(page, day)).toMatchObject({ plan: 'o', planOrigin: 'day-plan', booking: { placeId } })

    const other = await dayIn(page, 26)
    await goTo(page, `/me?day=${other}`)
    await rowOf(page, other).getByRole('button', { name: 'Away' }).click()
    const planned = toast(page, `Away on ${shortDay(other)}.`)
    await planned.hover()
    expect(await myDay(page, other)).toMatchObject({ plan: 'a', planOrigin: 'day-plan' })
    await planned.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => myDay(page, other)).toMatchObject({ plan: 'r', planOrigin: 'forecast' })
    expectNoErrors(page)
  })

  it('says so if the desk was taken meanwhile, and restores the plan', async () => {
    // Opened before, as undoing is offered for ten seconds only.
    const other = await browser.open(NOWHERE, ben)
    const { page, day, placeId, placeName } = await openWithDesk(16)
    await rowOf(page, day).getByRole('button', { name: 'Remote' }).click()
    const given = toast(page, 'given back.')
    await given.hover()
    await api(other, 'put', `/api/users/me/days/${day}/booking`, { placeId })
    await given.getByRole('button', { name: 'Undo' }).click()
    await toast(page, `Desk ${placeName} on ${shortDay(day)} was taken meanwhile. The plan is back, without it.`).waitFor()
    expect((await myDay(page, day)).plan).toBe('o')
    await rowOf(page, day).getByText('No desk yet').waitFor()
    expectNoErrors(page)
  })

  it('several days are planned in one go, without weekends, and undo brings each plan and desk back', async () => {
    const { page, day, placeName } = await openWithDesk(18)
    const until = await dayIn(page, 22)
    type Day = { plan: string; dayType: string; planOrigin: string; booking: { placeId: string } | null }
    const days = async () => {
      const { items } = await api<{ items: Day[] }>(page, 'get', `/api/users/me/days?startDate=${day}&endDate=${until}`)
      return items.map(({ plan, dayType, planOrigin, booking }) => ({ plan, dayType, planOrigin, place: booking?.placeId }))
    }
    const before = await days()
    const expected = before.map((each) =>
      each.dayType === 'workday' || each.plan === 'o' ? { plan: 'a', place: undefined } : { plan: each.plan },
    )
    await page.getByRole('button', { name: 'Several days' }).click()
    const dialog = page.getByRole('dialog', { name: 'Plan several days' })
    // In the same order as everywhere.
    expect(await dialog.getByRole('radiogroup', { name: 'Plan' }).innerText()).toMatch(/^Office\s+Remote\s+Away$/)
    const fill = async (label: string, value: string) => {
      await dialog.getByLabel(label).fill(value)
      // Leaving the field closes its calendar, which is above the buttons.
      await page.keyboard.press('Tab')
    }
    await fill('First day', day)
    // The last day follows the first, and cannot lie before it.
    const first = await dialog.getByLabel('First day').inputValue()
    expect(await dialog.getByLabel('Last day').inputValue()).toBe(first)
    await fill('Last day', await dayIn(page, 17))
    await dialog.getByRole('button', { name: 'Plan the days' }).click()
    await dialog.getByText('Lies before the first day.').waitFor()
    await fill('Last day', until)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Plan the days' }).dblclick()
    await dialog.waitFor({ state: 'hidden' })
    const planned = toast(page, 'planned.')
    await planned.filter({ hasText: 'Away, ' }).hover()
    expect(await days()).toMatchObject(expected)
    await planned.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(/as (?:it was|they were) before\./).waitFor()
    expect(await days()).toEqual(before)
    await rowOf(page, day).getByText(`Desk ${placeName}`).waitFor()
    expectNoErrors(page)
  })

  it('a canceled parking bay can be booked again by undo', async () => {
    const page = await browser.open(NOWHERE, ada)
    const day = await dayIn(page, 17)
    await goTo(page, `/me/parking?day=${day}`)
    await page.getByRole('button', { name: 'Book any free bay' }).click()
    const status = page.getByRole('status').filter({ hasText: 'you have bay' })
    const booked = await status.innerText()
    await page
      .getByRole('table', { name: 'My bays' })
      .getByRole('button', { name: /^Cancel bay on/ })
      .first()
      .click()
    const given = toast(page, `on ${shortDay(day)} given back.`)
    // It stays as long as the pointer is on it.
    await given.hover()
    await page.getByRole('status').filter({ hasText: 'you have no bay' }).waitFor()
    // The row with the button is gone, and the keyboard goes on above the list.
    await expect.poll(() => focusedText(page)).toBe('My bays')
    await given.getByRole('button', { name: 'Undo' }).click()
    await status.waitFor()
    expect(await status.innerText()).toBe(booked)
    expectNoErrors(page)
  })
})
