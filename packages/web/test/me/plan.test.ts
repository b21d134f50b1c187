import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoErrors, goTo, NOWHERE, PHONE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { api, dayIn, myDay, sendAsKey, shortDay, type TestUser, takePeople } from './support.ts'

let browser: TestBrowser
let ada: TestUser
beforeAll(async () => {
  browser = await startBrowser()
  const people = await takePeople(browser, 2, 1)
  ;[ada] = people as [TestUser]
})
afterAll(() => browser?.[Symbol.asyncDispose]())

describe('the plan', () => {
  it('makes a day a remote day in one click, and a usual day again', async () => {
    const page = await browser.open(NOWHERE, ada)
    const day = await dayIn(page, 18)
    await goTo(page, `/me?day=${day}`)
    const row = page.getByRole('listitem', { name: shortDay(day) })
    const plan = row.getByRole('group', { name: `Plan for ${shortDay(day)}` })
    const before = await myDay(page, day)
    const name = before.plan === 'r' ? 'Away' : 'Remote'
    await plan.getByRole('button', { name }).click()
    await plan.getByRole('button', { name, pressed: true }).waitFor()
    await expect
      .poll(() => myDay(page, day))
      .toMatchObject({ plan: name === 'Away' ? 'a' : 'r', planOrigin: 'day-plan', booking: null })
    await row.getByText('this day only').waitFor()
    await row.getByRole('button', { name: 'What “this day only” means' }).click()
    await row.getByText(/^This day has a plan of its own/).waitFor()
    await page.keyboard.press('Escape')
    await row.getByText(/^This day has a plan of its own/).waitFor({ state: 'detached' })
    await page.reload()
    await plan.getByRole('button', { name, pressed: true }).waitFor()
    await row.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Back to the usual week' }).click()
    await expect.poll(async () => (await myDay(page, day)).plan).toBe(before.plan)
    // Also where nothing is left to do in its menu, the button has the focus again.
    await expect.poll(() => page.evaluate("document.activeElement.getAttribute('aria-label')")).toMatch(/^More for /)
    expectNoErrors(page)
  })

  it('has a menu that waits for a change of the day that is being saved', async () => {
    const page = await browser.open(NOWHERE, ada)
    const day = await dayIn(page, 19)
    await goTo(page, `/me?day=${day}`)
    const row = page.getByRole('listitem', { name: shortDay(day) })
    const name = (await myDay(page, day)).plan === 'r' ? 'Away' : 'Remote'
    const saving = Promise.withResolvers<void>()
    await page.route(`**/days/${day}/plan`, async (route) => {
      await saving.promise
      await route.continue()
    })
    await row.getByRole('button', { name }).click()
    await row.getByRole('button', { name: /^More for/ }).click()
    const back = (disabled: boolean) => page.getByRole('menuitem', { name: 'Back to the usual week', disabled })
    await back(true).waitFor()
    saving.resolve()
    await back(false).press('Enter')
    await expect.poll(async () => (await myDay(page, day)).planOrigin).not.toBe('day-plan')
    expectNoErrors(page)
  })

  it('steps through weeks and months, each with an address of its own, and explains how far ahead it goes', async () => {
    const page = await browser.open(NOWHERE, ada)
    // On a weekend, the page opens on the next week.
    await goTo(page, `/me?day=${await dayIn(page, 0)}`)
    const { bookingWindowDays, locationName } = await api<{ bookingWindowDays: number; locationName: string }>(
      page,
      'get',
      `/api/locations/${ada.primaryLocationId}`,
    )
    await page.getByText(`${locationName} takes bookings until`).waitFor()
    await page
      .getByText(shortDay(await dayIn(page, bookingWindowDays)))
      .first()
      .waitFor()
    const first = await page.getByTestId('period').textContent()
    await page.getByRole('button', { name: 'Next week' }).click()
    await expect.poll(() => page.getByTestId('period').textContent()).not.toBe(first)
    const second = await page.getByTestId('period').textContent()
    // The next week is that of the page itself on a weekend, and the one after it never is.
    await page.getByRole('button', { name: 'Next week' }).click()
    await expect.poll(() => page.getByTestId('period').textContent()).not.toBe(second)
    expect(page.url()).toMatch(/\?day=\d{4}-\d\d-\d\d$/)
    await page.getByRole('button', { name: 'Today' }).click()
    await expect.poll(() => page.getByTestId('period').textContent()).toBe(first)
    await page.getByText('Month', { exact: true }).click()
    await page.waitForURL(/view=month/)
    const day = await dayIn(page, 0)
    await page
      .getByRole('table')
      .getByRole('link', { name: shortDay(day) })
      .click()
    await page
      .getByRole('listitem', { name: shortDay(day) })
      .getByText('Today')
      .waitFor()
    const beyond = await dayIn(page, bookingWindowDays + 1)
    await goTo(page, `/me?day=${beyond}`)
    const row = page.getByRole('listitem', { name: shortDay(beyond) })
    await row.getByText('Too far ahead to book a desk').waitFor()
    const originOf = async () => (await myDay(page, beyond)).planOrigin
    await row.getByRole('button', { name: (await myDay(page, beyond)).plan === 'a' ? 'Remote' : 'Away' }).click()
    await expect.poll(originOf).toBe('day-plan')
    await row.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Back to the usual week' }).click()
    await expect.poll(originOf).not.toBe('day-plan')
    expectNoErrors(page)
  })

  it('changes the usual week, and with it the days that follow it', async () => {
    const page = await browser.open('/me', ada)
    const day = await dayIn(page, 25)
    const weekday = shortDay(day).split(' ')[0]?.replace(',', '')
    const dialog = page.getByRole('dialog', { name: 'Usual week' })
    const before = await api<{ days: { weekday: number; plan: string | null }[] }>(page, 'get', '/api/users/me/week-plan')
    const [own, same] = [await dayIn(page, 18), await dayIn(page, 11)]
    const ownPlan = `/api/users/me/days/${own}/plan`
    const usual = before.days.find(({ weekday: each }) => each === (new Date(own).getUTCDay() || 7))?.plan
    const plan = usual === 'r' ? 'a' : 'r'
    await api(page, 'put', ownPlan, { plan })
    // This one is what the usual week says, on a day of the same name as the one that the dialog changes.
    await api(page, 'put', `/api/users/me/days/${same}/plan`, { plan: 'o' })
    for (const [name, code] of [
      ['Away', 'a'],
      ['Office', 'o'],
    ] as const) {
      await page.getByRole('button', { name: 'Usual week' }).click()
      await dialog
        .getByRole('radiogroup', { name: `Plan on ${weekday}` })
        .getByText(name, { exact: true })
        .click()
      await dialog.getByRole('button', { name: 'Save the usual week' }).click()
      await dialog.waitFor({ state: 'hidden' })
      await expect.poll(async () => (await myDay(page, day)).plan).toBe(code)
    }
    const kept = page.getByRole('alert').filter({
      hasText: /^Your usual week is saved\. (?:No|\d+) days? ahead .*; \d+ days? (?:has another plan|have other plans)/,
    })
    await kept.getByRole('button', { name: 'Change those, too' }).last().click()
    const follow = page.getByRole('alert').filter({ hasText: /follows? your usual week\./ })
    // It stays as long as the pointer is on it.
    await follow.hover()
    expect((await myDay(page, own)).planOrigin).not.toBe('day-plan')
    expect(await myDay(page, same)).toMatchObject({ plan: 'o', planOrigin: expect.stringMatching(/^(?:week-plan|forecast)$/) })
    await follow.getByRole('button', { name: 'Undo' }).click()
    // It is shown for four seconds only, once the plans are stored.
    await page.getByText(/own plans? again\./).waitFor()
    expect(await myDay(page, own)).toMatchObject({ plan, planOrigin: 'day-plan' })
    expect(await myDay(page, same)).toMatchObject({ plan: 'o', planOrigin: 'day-plan' })
    await api(page, 'delete', ownPlan)
    await api(page, 'delete', `/api/users/me/days/${same}/plan`)
    const after = await api<typeof before>(page, 'get', '/api/users/me/week-plan')
    const others = ({ days }: typeof before) => days.filter((_, index) => index + 1 !== (new Date(day).getUTCDay() || 7))
    expect(others(after)).toEqual(others(before))
    expectNoErrors(page)
  })

  it('opens the usual week as it is by then, whatever it was when it was opened before', async () => {
    const page = await browser.open('/me', ada)
    const dialog = page.getByRole('dialog', { name: 'Usual week' })
    const onSunday = (name: string) => dialog.getByRole('radiogroup', { name: 'Plan on Sunday' }).getByRole('radio', { name })
    await page.getByRole('button', { name: 'Usual week' }).click()
    const name = (await onSunday('Away').isChecked()) ? 'Remote' : 'Away'
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    const { days } = await api<{ days: { weekday: number; plan: string | null }[] }>(page, 'get', '/api/users/me/week-plan')
    const others = days.flatMap(({ weekday, plan }) => (plan === null || weekday === 7 ? [] : [{ weekday, plan }]))
    const changed = [...others, { weekday: 7, plan: name === 'Away' ? 'a' : 'r' }]
    await api(page, 'put', '/api/users/me/week-plan', { days: changed })
    await page.getByRole('button', { name: 'Usual week' }).click()
    expect(await onSunday(name).isChecked()).toBe(true)
    await page.keyboard.press('Escape')
    expectNoErrors(page)
  })

  it('has a dialog of the usual week whose buttons stay in sight on a phone', async () => {
    const page = await browser.open('/me', ada, PHONE)
    await page.getByRole('button', { name: 'Usual week' }).click()
    const save = page.getByRole('dialog', { name: 'Usual week' }).getByRole('button', { name: 'Save the usual week' })
    await save.waitFor()
    const bottomOf = async () => {
      const { y = 0, height = 0 } = (await save.boundingBox()) ?? {}
      return y + height
    }
    await expect.poll(bottomOf).toBeLessThanOrEqual(PHONE.viewport.height)
    await page.keyboard.press('Escape')
    expectNoErrors(page)
  })

  it('sets the usual week from Monday to Friday at once, where the palette leads', async () => {
    interface Week {
      readonly days: readonly { readonly weekday: number; readonly plan: string | null; readonly locationId: string | null }[]
    }
    const page = await browser.open('/me/parking', ada)
    const path = '/api/users/me/week-plan'
    const before = await api<Week>(page, 'get', path)
    await page.getByRole('heading', { level: 1, name: 'Parking' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Search people/ }).fill('usual week')
    const options = page.getByRole('listbox', { name: 'Found' }).getByRole('option')
    await expect.poll(() => options.allTextContents()).toEqual([expect.stringContaining('Usual week')])
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Usual week' })
    const workdays = dialog.getByRole('radiogroup', { name: 'Monday to Friday' })
    await workdays.getByText('Away', { exact: true }).click()
    const wednesday = dialog.getByRole('radiogroup', { name: 'Plan on Wednesday' })
    await wednesday.getByText('Remote', { exact: true }).click()
    await workdays.getByRole('radio', { checked: true }).waitFor({ state: 'detached' })
    await wednesday.getByRole('radio', { name: 'Remote' }).press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => new URL(page.url()).search).toBe('')
    const after = await api<Week>(page, 'get', path)
    expect(after.days.filter(({ weekday }) => weekday <= 5).map(({ plan }) => plan)).toEqual(['a', 'a', 'r', 'a', 'a'])
    const days = before.days.flatMap(({ weekday, plan, locationId }) =>
      plan === null ? [] : [{ weekday, plan, ...(locationId === null ? {} : { locationId }) }],
    )
    await api(page, 'put', path, { days })
    expectNoErrors(page)
  })

  it('shows time off that was announced, on its days and in its list', async () => {
    const page = await browser.open('/me', ada)
    const day = await dayIn(page, 27)
    await sendAsKey(page, '/v1/timeoff', {
      timeOffEvents: [
        {
          eventId: `web-${ada.userId}`,
          uid: ada.userId,
          eventType: 'scheduled',
          startDate: day,
          endDate: day,
          timeOffType: 'holiday',
        },
      ],
    })
    await goTo(page, `/me?day=${day}`)
    const row = page.getByRole('listitem', { name: shortDay(day) })
    await row.getByText('Time off', { exact: true }).waitFor()
    expect(await row.getByRole('button').count()).toBe(0)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Time off' }).click()
    await page
      .getByRole('row', { name: /holiday Announced/ })
      .first()
      .waitFor()
    expectNoErrors(page)
  })
})
