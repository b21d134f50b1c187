import { USER_ROLES } from '@rollcall/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NAVIGATION, sectionsOf } from '../src/shell/navigation.ts'
import {
  expectAccessible,
  expectFitsPhone,
  expectNoErrors,
  goTo,
  goWithin,
  NOWHERE,
  PHONE,
  startBrowser,
  type TestBrowser,
} from './support/browser.ts'
import { openDemo } from './support/demo.ts'
import { pressInTurn } from './support/keys.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

const openHome = async (person: Parameters<TestBrowser['open']>[1] = 'global-administrator') => {
  const page = await browser.open('/me', person)
  await heading(page, 'Plan and desk')
  return page
}

const openPalette = async (page: Page) => {
  await page.keyboard.press('Control+k')
  const search = page.getByRole('combobox', { name: 'Search people, places, pages and actions' })
  await search.waitFor()
  return search
}

const optionsOf = (page: Page) => page.getByRole('listbox', { name: 'Found' }).getByRole('option')

describe('the navigation', () => {
  it('fits 900 pixels of height for the person who sees most, wherever they are', async () => {
    const page = await openHome()
    await page.setViewportSize({ width: 1280, height: 900 })
    for (const { links } of NAVIGATION) {
      const { to, label } = links[0] as (typeof links)[number]
      await goWithin(page, to)
      const current = menu(page).locator('[aria-current=page]')
      await current.waitFor()
      expect(await current.textContent()).toBe(label.message)
      const [room, needed] = await menu(page)
        .locator('[data-scrollbars] , .mantine-ScrollArea-viewport')
        .first()
        .evaluate(({ clientHeight, scrollHeight }) => [clientHeight, scrollHeight])
      expect(needed).toBeLessThanOrEqual(room as number)
    }
    expectNoErrors(page)
    // Everyone else sees a part of it.
    const linksOf = (...roles: (typeof USER_ROLES)[number][]) =>
      sectionsOf({ roles }).flatMap(({ title, links }) => links.map(({ to }) => `${title} ${to}`))
    for (const role of USER_ROLES)
      expect(linksOf('global-administrator')).toEqual(expect.arrayContaining(linksOf('employee', role)))
  })

  it('shows the link of the page where it has not room for all', async () => {
    const page = await openHome()
    await page.setViewportSize({ width: 1280, height: 420 })
    const isInSight = () =>
      menu(page)
        .locator('[aria-current=page]')
        .evaluate((link) => {
          const [{ top, bottom }, room] = [link.getBoundingClientRect(), link.closest('nav')?.getBoundingClientRect()]
          return room !== undefined && top >= room.top && bottom <= room.bottom
        })
    for (const path of ['/admin/audit', '/me', '/analytics/reports']) {
      await goWithin(page, path)
      await expect.poll(isInSight, { message: path }).toBe(true)
    }
    await page.reload()
    await expect.poll(isInSight).toBe(true)
    // The keyboard begins at the top of the page all the same.
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content')
    expectNoErrors(page)
  })

  it('opens and closes its sections by mouse and keyboard, and remembers it', async () => {
    const page = await openHome()
    const section = menu(page).getByRole('button', { name: 'Administration' })
    const link = menu(page).getByRole('link', { name: 'Keys' })
    expect([await section.getAttribute('aria-expanded'), await link.isVisible()]).toEqual(['false', false])
    await section.click()
    await link.waitFor()
    await page.reload()
    await link.waitFor()
    await section.focus()
    await page.keyboard.press('Space')
    await link.waitFor({ state: 'hidden' })
    await page.keyboard.press('Enter')
    await link.click()
    await heading(page, 'Keys')
    await section.click()
    await link.waitFor({ state: 'hidden' })
    expect(await menu(page).getByRole('link').first().textContent(), 'Home is above the sections').toBe('Home')
    await menu(page).getByRole('button', { name: 'My days' }).click()
    expect(await menu(page).getByRole('link', { name: 'Home' }).count()).toBe(1)
    await menu(page).getByRole('link', { name: 'Parking' }).click()
    await heading(page, 'Parking')
    // A page that is opened in another way opens the section that it belongs to.
    await page.goBack()
    await link.waitFor()
    expect(await link.getAttribute('aria-current')).toBe('page')
    expectNoErrors(page)
  })

  it('is a drawer on a phone, closed by Escape and by opening a page, and out of the way of the keyboard before', async () => {
    const page = await browser.open('/me', 'employee', PHONE)
    await heading(page, 'Plan and desk')
    expect(await menu(page).count()).toBe(0)
    const button = page.getByRole('button', { name: 'Navigation' })
    await button.press('Enter')
    await menu(page).getByRole('link', { name: 'Parking' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
    await button.click()
    await menu(page).getByRole('link', { name: 'Parking' }).click()
    await heading(page, 'Parking')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectFitsPhone(page)
    expectNoErrors(page)
  })

  it('has a key of its own for each page that has one', () => {
    const keys = NAVIGATION.flatMap(({ links }) => links.flatMap(({ key }) => key ?? []))
    expect(keys.length).toBeGreaterThan(8)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('the palette', () => {
  it('leads administrators to the days of a person, and everyone else to their plans', async () => {
    const { people } = await openDemo()
    for (const [reader, address] of [
      ['global-administrator', /\/people\/[0-9a-f-]{36}$/],
      ['employee', /\/me\/colleagues\?/],
    ] as const) {
      const page = await openHome(reader)
      const search = await openPalette(page)
      await search.fill(people.colleague)
      await optionsOf(page).filter({ hasText: people.colleague }).first().waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(address)
      expect(await page.getByRole('dialog').count()).toBe(0)
      expectNoErrors(page)
    }
  })

  it('finds each colleague by the whole name, in either order, however many have the same first name', async () => {
    const page = await browser.open(NOWHERE, 'employee')
    const named = (lastName: string) => ({
      ...{ userId: `maria-${lastName}`, userName: `maria.${lastName}@acme.example`, firstName: 'Maria', lastName },
      ...{ primaryGroupId: null, primaryGroupName: null, primaryLocationId: null, primaryLocationName: null },
    })
    const others = Array.from({ length: 50 }, (_, index) => named(`Abebe-${index}`))
    await page.route('**/api/colleagues?*', (route) => {
      const search = new URL(route.request().url()).searchParams.get('search')?.toLowerCase()
      const isZhang = search === 'zhang' || 'maria zhang'.startsWith(search ?? '')
      const items = search === 'maria' ? others : isZhang ? [named('Zhang')] : []
      return route.fulfill({ json: { items, nextCursor: search === 'maria' ? 'more' : null } })
    })
    await goTo(page, '/me')
    await heading(page, 'Plan and desk')
    const search = await openPalette(page)
    const labels = () => optionsOf(page).allTextContents()
    for (const typed of ['maria zh', 'Zhang Maria', 'Maria Zhang']) {
      await search.fill(typed)
      await expect.poll(async () => [typed, ...(await labels())]).toEqual([typed, 'Maria Zhangmaria.Zhang@acme.example'])
    }
    await search.fill('maria abebe-4')
    await expect.poll(async () => (await labels()).length).toBe(6)
    await search.fill('Maria Zhang')
    await optionsOf(page).filter({ hasText: 'Maria Zhang' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/me\/colleagues\?/)
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ groupId: 'all', name: 'Maria Zhang' })
    expectNoErrors(page)
  })

  it('finds pages of the own roles, places and actions, and says when there is nothing', async () => {
    const page = await openHome('employee')
    const search = await openPalette(page)
    await search.fill('audit log')
    await page.getByText('Nothing was found.').waitFor()
    await search.fill('time off')
    await expect.poll(() => optionsOf(page).allTextContents()).toEqual([expect.stringContaining('Time off')])
    await search.fill('dark')
    await page.keyboard.press('Enter')
    await page.locator('[data-mantine-color-scheme=dark]').waitFor()
    const { items } = (await (await page.request.get('/api/locations')).json()) as { items: { locationName: string }[] }
    const name = items[0]?.locationName as string
    await (await openPalette(page)).fill(name)
    await optionsOf(page).filter({ hasText: name }).filter({ hasText: 'Floor, live' }).click()
    await page.waitForURL(/\/me\/floor\?locationId=/)
    await (await openPalette(page)).fill('create a key')
    await page.getByText('Nothing was found.').waitFor()
    expectNoErrors(page)
  })

  it('leads to a desk, for booking it or for changing it, and begins a new key', async () => {
    for (const [reader, address] of [
      ['employee', /\/me\/desk\?locationId=/],
      ['workplace-administrator', /\/admin\/places\/.*\?tab=desks&find=/],
    ] as const) {
      const page = await openHome(reader)
      const { items } = (await (await page.request.get('/api/places?status=active&limit=1')).json()) as {
        items: { placeName: string }[]
      }
      const name = items[0]?.placeName as string
      await (await openPalette(page)).fill(name)
      await optionsOf(page).filter({ hasText: name }).filter({ hasText: 'Desk · ' }).first().click()
      await page.waitForURL(address)
      expectNoErrors(page)
    }
    const page = await openHome()
    await (await openPalette(page)).fill('create a key')
    await optionsOf(page).first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByLabel('Name').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('')
    expectNoErrors(page)
  })

  it('opens the form of what an administrator adds, and takes it out of the address again', async () => {
    const page = await openHome()
    for (const [action, title] of [
      ['Add a user', 'Add a user'],
      ['Add a group', 'Add a group'],
      ['Add a building', 'Add a building'],
      ['Enter a holiday', /^Enter a holiday of /],
      ['Make a kiosk screen', 'Create the link of a screen'],
    ] as const) {
      await (await openPalette(page)).fill(action)
      await optionsOf(page).filter({ hasText: action }).first().click()
      const form = page.getByRole('dialog', { name: title })
      await form.waitFor()
      await page.keyboard.press('Escape')
      await form.waitFor({ state: 'detached' })
      await expect.poll(() => new URL(page.url()).search).not.toContain('create')
    }
    await (await openPalette(page)).fill('Set an attendance policy')
    await optionsOf(page).first().click()
    await heading(page, 'Attendance policies')
    expectNoErrors(page)
  })

  it('begins with the pages that were seen last, and gives the focus back', async () => {
    const page = await openHome('employee')
    await menu(page).getByRole('link', { name: 'Parking' }).click()
    await heading(page, 'Parking')
    await menu(page).getByRole('link', { name: 'Visitors' }).click()
    await heading(page, 'Visitors')
    const button = page.getByRole('button', { name: 'Search', exact: true })
    await button.click()
    await optionsOf(page).first().waitFor()
    expect((await optionsOf(page).allTextContents()).slice(0, 2)).toEqual(['Parking', 'Plan and desk'])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // The focus comes back with the next frame, and goes into the palette a task after that is shown.
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
    await button.click()
    await page.waitForFunction(() => document.activeElement?.matches('[role=combobox]'))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await heading(page, 'Parking')
    expectNoErrors(page)
  })

  it('is accessible in both color schemes, and fits a phone', async () => {
    const page = await openHome()
    await expectAccessible(page)
    const search = await openPalette(page)
    await search.fill('p')
    await optionsOf(page).first().waitFor()
    await expectAccessible(page)
    const phone = await browser.open('/me', 'employee', PHONE)
    await heading(phone, 'Plan and desk')
    await expectFitsPhone(phone)
    await phone.getByRole('button', { name: 'Search', exact: true }).click()
    await optionsOf(phone).first().waitFor()
    await expectFitsPhone(phone)
    expectNoErrors(page)
    expectNoErrors(phone)
  })
})

describe('the shortcuts', () => {
  it('open pages, and are listed', async () => {
    const page = await openHome()
    await pressInTurn(page, 'g', 'a')
    await heading(page, 'Attendance')
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(await sheet.getByRole('row').filter({ hasText: 'Attendance' }).textContent()).toBe('Attendancega')
    await expectAccessible(page)
    expectNoErrors(page)
  })

  it('of single keys can be turned off, and leave fields alone', async () => {
    const page = await openHome('employee')
    await pressInTurn(page, 'g', 'c')
    await heading(page, 'Colleagues')
    const field = page.getByRole('main').getByRole('textbox').first()
    await field.focus()
    await page.keyboard.type('gp?')
    expect(await field.inputValue()).toContain('gp?')
    await field.blur()
    await page.keyboard.press('?')
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).press('Space')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await openPalette(page)
    expect(await page.getByRole('dialog').count()).toBe(1)
    expect(new URL(page.url()).pathname).toBe('/me/colleagues')
    await page.goto('/profile')
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).press('Space')
    await page.getByRole('heading', { level: 1 }).click()
    await pressInTurn(page, 'g', 'p')
    await heading(page, 'Plan and desk')
    expectNoErrors(page)
  })
})
