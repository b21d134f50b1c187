import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectNoErrors, goTo, NOWHERE, PHONE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { api, dayIn, myDay, shortDay, type TestUser, takePeople } from './support.ts'

let browser: TestBrowser
let ada: TestUser
beforeAll(async () => {
  browser = await startBrowser()
  ada = (await takePeople(browser, 16, 1))[0] as TestUser
})
afterAll(() => browser?.[Symbol.asyncDispose]())

it('a second tab follows what is changed in the first, without a reload', async () => {
  const first = await browser.open(NOWHERE, ada)
  const day = await dayIn(first, 9)
  await goTo(first, `/me?day=${day}`)
  const second = await browser.open(`/me?day=${day}`, ada)
  const label = (await myDay(first, day)).plan === 'r' ? 'Away' : 'Remote'
  const buttonOn = (page: typeof first) =>
    page.getByRole('listitem', { name: shortDay(day) }).getByRole('button', { name: label })
  expect(await buttonOn(second).getAttribute('aria-pressed')).toBe('false')
  await buttonOn(first).click()
  await expect.poll(() => buttonOn(second).getAttribute('aria-pressed')).toBe('true')
  expectNoErrors(second)
})

it('a page that gets the focus again follows what was changed on another device', async () => {
  const first = await browser.open(NOWHERE, ada)
  const day = await dayIn(first, 10)
  // Another context is another device: its tabs hear nothing of the first.
  const phone = await browser.open(`/me?day=${day}`, ada, PHONE)
  const label = (await myDay(first, day)).plan === 'r' ? 'Away' : 'Remote'
  const button = phone.getByRole('listitem', { name: shortDay(day) }).getByRole('button', { name: label })
  expect(await button.getAttribute('aria-pressed')).toBe('false')
  await api(first, 'put', `/api/users/me/days/${day}/plan`, { plan: label === 'Away' ? 'a' : 'r' })
  await expect
    .poll(async () => {
      await phone.evaluate("window.dispatchEvent(new Event('focus'))")
      return button.getAttribute('aria-pressed')
    })
    .toBe('true')
  expectNoErrors(phone)
})
