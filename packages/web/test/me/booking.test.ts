import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoErrors, goTo, NOWHERE, PHONE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { api, dayIn, focusedText, myDay, shortDay, type TestUser, tabTo, takePeople } from './support.ts'

let browser: TestBrowser
let ada: TestUser
let ben: TestUser
beforeAll(async () => {
  browser = await startBrowser()
  const people = await takePeople(browser, 0, 2)
  ;[ada, ben] = people as [TestUser, TestUser]
})
afterAll(() => browser?.[Symbol.asyncDispose]())

// No other file books desks of the building on the days from today that these tests have.
const FREE = /^Desk .*, free$/

/** The row of a day on the page of plans. */
const openDay = async (page: Page, day: string) => {
  await goTo(page, `/me?day=${day}`)
  const row = page.getByRole('listitem', { name: shortDay(day) })
  await row.waitFor()
  return row
}
const deskOf = (label: string | null): string => /Desk ([^,]+),/.exec(label ?? '')?.[1] ?? ''

interface FreeZone {
  readonly zoneId: string
  readonly zoneName: string
  readonly levelId: string
  readonly free: number
}

/** A zone with a seat in the building of Ada, on a day that no other test has: on some weekdays all seats are taken. */
const freeZone = async (page: Page): Promise<{ day: string; zone: FreeZone }> => {
  for (const ahead of [8, 10, 11, 12, 13]) {
    const day = await dayIn(page, ahead)
    const path = `/api/locations/${ada.primaryLocationId}/free-zones?day=${day}`
    const { items } = await api<{ items: FreeZone[] }>(page, 'get', path)
    if (items[0]) return { day, zone: items[0] }
  }
  throw new Error('No zone has a seat on these days.')
}

describe('the floor map', () => {
  it('books a desk in two clicks, moves it and lets the user cancel it', async () => {
    const page = await browser.open(NOWHERE, ada)
    const day = await dayIn(page, 3)
    const row = await openDay(page, day)
    await row.getByRole('link', { name: /^Choose a desk on/ }).click()
    const free = page.getByRole('button', { name: FREE })
    await free.first().waitFor()
    const first = deskOf(await free.first().getAttribute('aria-label'))
    await free.first().click()
    await page
      .getByRole('status')
      .filter({ hasText: `Desk ${first}` })
      .waitFor()
    await page.getByRole('button', { name: new RegExp(`^Desk ${first}, .*booked by you$`) }).waitFor()
    await page.getByText(`Booked for ${shortDay(day)}: Desk ${first}`).waitFor()
    const noticeOf = (desk: string) => page.getByRole('alert').filter({ hasText: `Booked for ${shortDay(day)}: Desk ${desk}` })
    // Undoing is offered for ten seconds from when the pointer leaves the notices.
    await noticeOf(first).hover()
    const booked = await myDay(page, day)
    expect(booked).toMatchObject({ plan: 'o', booking: { placeName: first } })

    const second = deskOf(await free.first().getAttribute('aria-label'))
    expect(second).not.toBe(first)
    await free.first().click()
    await page.getByText(`Booked for ${shortDay(day)}: Desk ${second}`).waitFor()
    await noticeOf(second).hover()
    const moved = await myDay(page, day)
    expect(moved.booking).toMatchObject({ bookingId: booked.booking?.bookingId, placeName: second })
    // The notice about what is no longer booked is gone, and so is its way back.
    await noticeOf(first).waitFor({ state: 'detached' })
    const undo = (desk: string) => noticeOf(desk).getByRole('button', { name: 'Undo' })
    await undo(second).click()
    await page.getByText(`Desk ${first} on ${shortDay(day)} is yours again.`).waitFor()
    await expect.poll(() => myDay(page, day)).toMatchObject({ plan: 'o', booking: { placeName: first } })
    await page.getByRole('button', { name: 'Cancel the booking', disabled: false }).click()
    await page.getByText('You have booked nothing on this day.').waitFor()
    await page.getByRole('button', { name: 'Come without a desk', disabled: false }).waitFor()
    await api(page, 'delete', `/api/users/me/days/${day}/plan`)
    const { plan, planOrigin } = await myDay(page, day)
    await goTo(page, `/me/desk?day=${day}`)
    await free.first().click()
    await page.getByText(`Booked for ${shortDay(day)}: Desk `).waitFor()
    await page
      .getByRole('alert')
      .filter({ hasText: `Booked for ${shortDay(day)}` })
      .getByRole('button', { name: 'Undo' })
      .click()
    await page.getByText('You have booked nothing on this day.').waitFor()
    await expect.poll(() => myDay(page, day)).toMatchObject({ plan, planOrigin, booking: null })
    // Until the page has the answer as well, the day takes no other booking.
    await page.getByRole('button', { name: 'Come without a desk', disabled: false }).waitFor()
    await page.getByRole('button', { name: new RegExp(`^Desk ${second}, .*free$`) }).click()
    await page.getByText(`Booked for ${shortDay(day)}: Desk ${second}`).waitFor()

    await page.getByRole('navigation', { name: 'Where this is' }).getByRole('link', { name: 'Plan and desk' }).click()
    const again = page.getByRole('listitem', { name: shortDay(day) })
    await again.getByText(`Desk ${second}`).waitFor()
    await again.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Cancel the booking' }).click()
    await again.getByText('No desk yet').waitFor()
    await page.getByText('given back. The day stays an office day.').waitFor()
    expect(await myDay(page, day)).toMatchObject({ plan: 'o', booking: null })
    expectNoErrors(page)
  })

  it('gives the keyboard a place to go on at where the pressed button is gone', async () => {
    const page = await browser.open(NOWHERE, ada)
    const day = await dayIn(page, 9)
    await api(page, 'put', `/api/users/me/days/${day}/booking`, { locationId: ada.primaryLocationId })
    await goTo(page, `/me/desk?day=${day}`)
    await page.getByRole('button', { name: 'Cancel the booking' }).press('Enter')
    await expect.poll(() => focusedText(page)).toBe('You have booked nothing on this day.')
    // Until the day is read again, it is disabled, and cannot be focused.
    await page.getByRole('button', { name: 'Come without a desk', disabled: false }).press('Enter')
    await expect.poll(() => focusedText(page)).toMatch(/^You have:/)
    // The page shows what is being saved before it is.
    await expect.poll(() => myDay(page, day)).toMatchObject({ booking: { placeId: null } })
    expectNoErrors(page)
  })

  it('says who was faster, keeps what was booked and shows the desk as taken', async () => {
    const page = await browser.open(NOWHERE, ada)
    const day = await dayIn(page, 4)
    await goTo(page, `/me/desk?day=${day}`)
    const free = page.getByRole('button', { name: FREE })
    await free.first().click()
    await page.getByText(`Booked for ${shortDay(day)}`).waitFor()
    const mine = (await myDay(page, day)).booking
    const wanted = deskOf(await free.first().getAttribute('aria-label'))
    const { locationId } = mine as unknown as { locationId: string }
    const desks = await api<{ items: { placeId: string; placeName: string }[] }>(
      page,
      'get',
      `/api/locations/${locationId}/free-desks?day=${day}`,
    )
    const placeId = desks.items.find(({ placeName }) => placeName === wanted)?.placeId
    const other = await browser.open(NOWHERE, ben)
    // The map is read again every 15 seconds, and would show the desk as taken before it is chosen.
    const chosen = Promise.withResolvers<void>()
    await page.route('**/free-desks?*', async (route) => {
      await chosen.promise
      await route.continue()
    })
    await api(other, 'put', `/api/users/me/days/${day}/booking`, { placeId })

    await page.getByRole('button', { name: new RegExp(`^Desk ${wanted}, .*free$`) }).click()
    await page.getByRole('alert').filter({ hasText: 'The desk is taken' }).waitFor()
    chosen.resolve()
    const taken = `taken by ${ben.firstName} ${ben.lastName}`
    await page.getByRole('button', { name: taken, disabled: true }).waitFor()
    await page.getByText('As a list').click()
    await page
      .getByRole('button', { name: new RegExp(`^Cannot be chosen: Desk ${wanted}, .*${taken}$`), disabled: true })
      .waitFor()
    await page
      .getByRole('status')
      .filter({ hasText: `Desk ${mine?.placeName}` })
      .waitFor()
    expect((await myDay(page, day)).booking).toMatchObject({ placeName: mine?.placeName })
    await other.close()
    expectNoErrors(page)
  })

  it('books with the keyboard only', async () => {
    const page = await browser.open(NOWHERE, ada)
    const day = await dayIn(page, 5)
    await openDay(page, day)
    await tabTo(page, new RegExp(`^Choose a desk on ${shortDay(day)}`))
    await page.keyboard.press('Enter')
    await expect.poll(() => focusedText(page)).toMatch(/^Desk on /)
    await page.getByRole('button', { name: FREE }).first().waitFor()
    await tabTo(page, /^Skip to the desks$/)
    await page.keyboard.press('Enter')
    const skip = page.getByRole('link', { name: 'Skip to the desks' })
    const focused = async () => String(await page.evaluate("document.activeElement?.getAttribute('aria-label')"))
    // The first desk that can be chosen, from which the arrows lead on at once.
    const first = await focused()
    expect(first).toMatch(FREE)
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) {
      if ((await focused()) === first) await page.keyboard.press(key)
    }
    expect(await focused()).toMatch(/^Desk /)
    expect(await focused()).not.toBe(first)
    await skip.press('Enter')
    expect(await focused()).toBe(first)
    const desk = deskOf(first)
    await page.keyboard.press('Enter')
    await page.getByText(`Booked for ${shortDay(day)}: Desk ${desk}`).waitFor()
    expect((await myDay(page, day)).booking).toMatchObject({ placeName: desk })
    expectNoErrors(page)
  })

  it('works on a phone, from the list of desks', async () => {
    const page = await browser.open(NOWHERE, ada, PHONE)
    const day = await dayIn(page, 7)
    await goTo(page, `/me/desk?day=${day}`)
    await page.getByText('As a list').click()
    const free = page.getByRole('button', { name: /^Choose: Desk .*, free$/ }).first()
    const desk = deskOf(await free.getAttribute('aria-label'))
    await free.click()
    await page
      .getByRole('status')
      .filter({ hasText: `Desk ${desk}` })
      .waitFor()
    await expect.poll(async () => (await myDay(page, day)).booking?.placeName).toBe(desk)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    expectNoErrors(page)
  })

  it('takes a seat in a zone that is booked by capacity', async () => {
    const page = await browser.open(NOWHERE, ada)
    const { day, zone } = await freeZone(page)
    await goTo(page, `/me/desk?day=${day}&levelId=${zone.levelId}`)
    const section = page.getByRole('region', { name: 'Zones booked by capacity' })
    await section.getByText(`${zone.free} of`).first().waitFor()
    await section.getByRole('button', { name: `Take a seat in ${zone.zoneName}` }).click()
    await page
      .getByRole('status')
      .filter({ hasText: `A seat in ${zone.zoneName}` })
      .waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Zones booked by capacity')
    await expect.poll(async () => (await myDay(page, day)).booking).toMatchObject({ zoneId: zone.zoneId, placeId: null })
    await page.getByRole('button', { name: 'Cancel the booking' }).click()
    await page.getByText('You have booked nothing on this day.').waitFor()
    expectNoErrors(page)
  })

  it('explains why a day cannot be booked, and offers nothing then', async () => {
    const page = await browser.open(NOWHERE, ada)
    const day = await dayIn(page, 300)
    await goTo(page, `/me/desk?day=${day}`)
    await page.getByRole('alert').filter({ hasText: 'takes bookings until' }).waitFor()
    await page
      .getByRole('img', { name: /^Desk / })
      .first()
      .waitFor()
    expect(await page.getByRole('button', { name: FREE }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Come without a desk' }).count()).toBe(0)
    expectNoErrors(page)
  })
})
