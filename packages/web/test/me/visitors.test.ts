import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fullDay } from '../../src/time/days.ts'
import { expectNoErrors, goTo, NOWHERE, PHONE, startBrowser, type TestBrowser, WIDE } from '../support/browser.ts'
import { recordWrites } from '../support/writes.ts'
import { api, dayIn, loseAnswer, sendAsKey, type TestUser, takePeople } from './support.ts'

let browser: TestBrowser
let ada: TestUser
let ben: TestUser
beforeAll(async () => {
  browser = await startBrowser()
  ;[ada, ben] = (await takePeople(browser, 23, 2)) as [TestUser, TestUser]
})
afterAll(() => browser?.[Symbol.asyncDispose]())

describe('visitors', () => {
  it('are expected, changed, and seen to arrive', async () => {
    const page = await browser.open('/me/visitors', ada)
    const visitorName = `Alan ${randomUUID().slice(0, 6)}`
    const today = await dayIn(page, 0)
    await page.getByRole('button', { name: 'Expect a visitor' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(visitorName)
    await dialog.getByLabel('E-mail').fill('alan@visitor.example')
    await dialog.getByLabel('Day').fill(today)
    await dialog.getByLabel('Expected at').fill('23:15')
    await page.route('**/api/visits', loseAnswer, { times: 1 })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Expected at').fill('23:30')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const row = page.getByRole('row').filter({ hasText: visitorName })
    await row.getByText('Expected at 23:30').waitFor()
    await page.setViewportSize(PHONE.viewport)
    const change = row.getByRole('button', { name: `Change the visit of ${visitorName}` })
    const wordsBefore = (button: Element) => getComputedStyle(button.closest('td') as Element, '::before').content
    expect(await change.evaluate(wordsBefore), 'a button on a phone says by itself what it does').toBe('none')
    await page.setViewportSize(WIDE.viewport)
    await row.getByRole('button', { name: `Change the visit of ${visitorName}` }).click()
    await dialog.getByLabel('Expected at').fill('25:00')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Give a time, such as 08:00.').waitFor()
    await dialog.getByLabel('Expected at').fill('23h45')
    const stored = async () => {
      const path = `/api/visits?startDate=${today}&endDate=${today}&hostUserId=${ada.userId}`
      const { items } = await api<{ items: { visitId: string; visitorName: string }[] }>(page, 'get', path)
      return items.find((visit) => visit.visitorName === visitorName)
    }
    // The reception changes something else meanwhile.
    await api(page, 'patch', `/api/visits/${(await stored())?.visitId}`, { visitorType: 'supplier' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Expected at 23:45').waitFor()
    expect(await stored()).toMatchObject({ visitorType: 'supplier', visitorEmail: 'alan@visitor.example', day: today })

    await sendAsKey(page, '/v1/visitor-arrival', {
      sourceId: 'web-tests',
      visitorEvents: [
        {
          eventId: randomUUID(),
          timestamp: new Date().toISOString(),
          eventType: 'arrived',
          locationId: ada.primaryLocationId,
          visitorName,
          visitorEmail: 'ALAN@visitor.example',
          hostUserId: ada.userId,
        },
      ],
    })
    await page.reload()
    await row.getByText(/^Arrived at/).waitFor()
    expect(await row.getByRole('button').count()).toBe(0)
    expectNoErrors(page)
  })

  it('come on a day as people type it, and what is no day stays in its field instead of being replaced', async () => {
    const page = await browser.open('/me/visitors', ben, { ...WIDE, locale: 'en-GB' })
    await page.getByRole('button', { name: 'Expect a visitor' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(`Hedy ${randomUUID().slice(0, 6)}`)
    const field = dialog.getByLabel('Day')
    const type = async (text: string) => {
      await field.fill(text)
      // Leaving the field closes its calendar, which is above the buttons.
      await page.keyboard.press('Tab')
    }
    const year = Number((await dayIn(page, 0)).slice(0, 4)) + 1
    for (const typed of [`1.12.${year}`, `1/12/${year}`, `1 dec ${year}`, `December 1, ${year}`, `${year}-12-01`]) {
      await type('today')
      await type(typed)
      await expect.poll(async () => [typed, await field.inputValue()]).toEqual([typed, fullDay(`${year}-12-01`)])
    }
    await type('1 Dec')
    await expect.poll(() => field.inputValue()).toMatch(/^\w{3} 1 Dec \d{4}$/)

    const { sent } = recordWrites(page)
    for (const wrong of ['31 Feb', '12/13/2026', '']) {
      await type(wrong)
      await dialog.getByText(/^Give a day, such as \w{3} /).waitFor()
      expect(await field.getAttribute('aria-invalid')).toBe('true')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await field.and(page.locator(':focus')).waitFor()
      expect(await field.inputValue()).toBe(wrong)
    }
    expect(sent).toEqual([])
    await field.fill('tomorrow')
    await field.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    expect(sent).toEqual(['POST /api/visits'])
    expectNoErrors(page)
  })

  it('are no longer expected once their visit is canceled', async () => {
    const page = await browser.open('/me/visitors', ben)
    const visitorName = `Grace ${randomUUID().slice(0, 6)}`
    await page.getByRole('button', { name: 'Expect a visitor' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Give the name of the visitor.').waitFor()
    await dialog.getByLabel('Name').fill(visitorName)
    const { sent } = recordWrites(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(sent).toEqual(['POST /api/visits'])
    const row = page.getByRole('row').filter({ hasText: visitorName })
    await row.getByRole('button').click()
    await dialog.getByRole('button', { name: 'Cancel the visit' }).click()
    await row.getByText('Canceled').waitFor()
    // The button that opened the dialog is gone, and the keyboard goes on at the list.
    await expect
      .poll(() =>
        page.evaluate('document.activeElement.matches("#main *") && document.activeElement.querySelector("table") !== null'),
      )
      .toBe(true)
    await page.getByRole('alert').filter({ hasText: 'The visit is canceled.' }).getByRole('button', { name: 'Undo' }).click()
    await row.getByText('Expected').waitFor()
    expectNoErrors(page)
  })

  it('are all counted in the plan, and the list says so where it has only a part of them', async () => {
    const page = await browser.open(NOWHERE, ben)
    const day = await dayIn(page, 3)
    const visit = { visitType: 'expected', status: 'expected', visitorEmail: null, visitorType: null, badgeNumber: null, day }
    const times = { expectedAt: null, arrivedAt: null, departedAt: null, createdAt: `${day}T09:00:00.000Z` }
    const where = { locationId: ben.primaryLocationId, locationName: 'Here', hostUserId: ben.userId, hostUserName: ben.userName }
    const visits = ['Grace', 'Alan'].map((visitorName) => {
      return { ...visit, ...times, ...where, visitId: visitorName, visitorName, updatedAt: times.createdAt }
    })
    await page.route('**/api/visits?*', (route) => {
      const isSecond = new URL(route.request().url()).searchParams.get('cursor') === 'second'
      return route.fulfill({ json: { items: [visits[isSecond ? 1 : 0]], nextCursor: isSecond ? null : 'second' } })
    })
    await goTo(page, `/me?day=${day}`)
    await page.getByRole('link', { name: '2 visitors' }).click()
    const table = page.getByRole('table', { name: 'Visitors' })
    await table.getByText('Grace').waitFor()
    await page.getByRole('status').filter({ hasText: 'Only the first 1 are loaded.' }).waitFor()
    expect(await table.getByText('Alan').count()).toBe(0)
    await page.getByRole('button', { name: 'Load more' }).press('Enter')
    await table.getByText('Alan').waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('All 2 are loaded.')
    expectNoErrors(page)
  })
})
