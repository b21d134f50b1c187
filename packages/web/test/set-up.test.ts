import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createKey, createOrganization, loadSetUp, type RunningService } from '@rollcall/server'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { awaitSteadyDay, FILE_MS } from '../../server/src/testing/steady-day.ts'
import { NAVIGATION } from '../src/shell/navigation.ts'
import { addDays, fullDay, mondayOf, todayIn } from '../src/time/days.ts'
import {
  expectAccessible,
  expectFitsPhone,
  expectNoErrors,
  goWithin,
  PHONE,
  startBrowser,
  type TestBrowser,
  WIDE,
} from './support/browser.ts'
import { PASSWORD } from './support/demo.ts'
import { startService } from './support/demo-service.ts'
import { contentOf } from './support/download.ts'
import { type Picture, readEmptyParts } from './support/empty-parts.ts'
import { layoutShift, MAX_LAYOUT_SHIFT } from './support/layout-shift.ts'
import { writtenDuring } from './support/written.ts'

let service: RunningService
let browser: TestBrowser
beforeAll(async () => {
  // The app is built by then.
  browser = await startBrowser()
  service = await startService()
})
afterAll(async () => {
  await browser?.[Symbol.asyncDispose]()
  await service?.[Symbol.asyncDispose]()
})

/** What a person may click from the empty service to the first figure. */
const MAX_CLICKS = 12
let clicks = 0
const click = async (target: Locator): Promise<void> => {
  clicks += 1
  await target.click()
}
const firstSteps = (page: Page) => page.getByRole('region', { name: 'First steps' })

const open = (path: string, options = {}) => browser.open(path, undefined, { baseURL: service.baseUrl, ...options })

describe('setting up a new service', () => {
  it('is accessible and fits a phone', async () => {
    const page = await open('/set-up#a-code', PHONE)
    await page.getByRole('heading', { name: 'Set up Rollcall' }).waitFor()
    expect(await page.getByRole('textbox').last().inputValue(), 'the code comes last').toBe('a-code')
    await page.getByText('its log names the file with it').waitFor()
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    expectNoErrors(page)
  })

  it('takes the time zone that Enter finds, and is not sent while the field has a text that is none', async () => {
    const page = await open('/set-up#a-code')
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    // What was there is replaced by what is typed.
    await zone.click()
    await page.keyboard.type('berl')
    await page.getByRole('option', { name: 'Europe/Berlin' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => zone.inputValue()).toBe('Europe/Berlin')
    expect(await page.getByText('Give the name of your organization.').count(), 'nothing is sent').toBe(0)

    await zone.fill('nowhere')
    await page.getByText('Nothing was found.').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.getByText('Not in the list. Still chosen: Europe/Berlin.').waitFor()
    await page.getByRole('button', { name: 'Set up' }).click()
    expect(await zone.inputValue()).toBe('nowhere')
    expect(await page.getByText('Give the name of your organization.').count(), 'nothing is sent').toBe(0)
    await zone.fill('europe/lisbon')
    await page.keyboard.press('Tab')
    await expect.poll(() => zone.inputValue()).toBe('Europe/Lisbon')
    expectNoErrors(page)
  })

  it('is offered where people sign in, makes the first administrator by the link, and is over then', async () => {
    const { id } = await createOrganization(service.db, { name: 'My organization' })
    const offering = await open('/')
    await offering.waitForURL('**/set-up')
    await offering.getByRole('link', { name: 'Sign in instead' }).click()
    await offering.getByRole('heading', { name: 'Sign in to Rollcall' }).waitFor()

    const { setUpCode } = await loadSetUp()
    const page = await open('/set-up#an-old-code')
    await page.getByRole('heading', { name: 'Set up Rollcall' }).waitFor()
    // The right link, in the tab that shows the page already.
    const code = setUpCode(service.sealer, id)
    await page.goto(`/set-up#${code}`)
    await expect.poll(() => page.getByLabel('Set-up code').inputValue()).toBe(code)
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByText('Give the name of your organization.').waitFor()
    await page.getByLabel('Organization').fill('Example Ltd')
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Byron')
    await page.getByLabel('User name').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await click(page.getByRole('button', { name: 'Set up' }))
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.getByRole('button', { name: 'Ada Byron' }).waitFor()
    expect(await (await page.request.get('/api/session')).json()).toMatchObject({ organizationName: 'Example Ltd' })
    await goWithin(page, '/profile')
    await page.getByRole('row', { name: 'E-mail ada@example.com' }).waitFor()

    await page.goto('/')
    await firstSteps(page).waitFor()
    expect(await layoutShift(page), 'the first steps have their place before they come').toBeLessThan(MAX_LAYOUT_SHIFT)

    const after = await open('/sign-in')
    await after.waitForLoadState('networkidle')
    await after.getByRole('heading', { name: 'Sign in to Rollcall' }).waitFor()
    expect(new URL(after.url()).pathname).toBe('/sign-in')
    expectNoErrors(page)
  })
})

/** Pages that have something to show from the start: a form, the own account, or what was set. */
const NEVER_EMPTY = [
  '/',
  '/me',
  '/people',
  '/analytics/people',
  '/data',
  '/admin/users',
  '/admin/settings',
  '/admin/mail',
  '/admin/import',
  '/admin/audit',
]

const WORDS = /^\p{Lu}\S* \S/u
/** Not only a link or a button. */
const SENTENCE = /^\p{L}.* .* .*\.$/su

/** How many drawings the app has for its empty parts. */
const PICTURES = 7

describe('the first steps', () => {
  let page: Page
  const pictures = new Map<string, Picture>()
  const sampleData = () => page.getByRole('region', { name: 'Sample data' })
  beforeAll(async () => {
    page = await open('/favicon.svg')
    await page.request.post('/api/session', { data: { userName: 'ada@example.com', password: PASSWORD } })
  })

  it('begin with pages that are empty, of which each says why in a sentence and what to do next', async () => {
    const lost: string[] = []
    const wordless: string[] = []
    await page.goto('/')
    await page.getByRole('region', { name: 'Worth a look' }).getByText('Once there is a building').waitFor()
    for (const { to } of NAVIGATION.flatMap(({ links }) => links)) {
      await goWithin(page, to)
      const main = page.getByRole('main')
      await main.getByRole('heading', { level: 1 }).waitFor()
      if (NEVER_EMPTY.includes(to)) continue
      const empty = main.locator('[data-empty]')
      const next = empty.getByRole('link').or(empty.getByRole('button')).first()
      await next.waitFor().catch(() => lost.push(to))
      for (const { title, sentence, picture } of await readEmptyParts(main)) {
        if (!WORDS.test(title) || !SENTENCE.test(sentence)) wordless.push(`${to}: ${title}: ${sentence}`)
        if (picture) pictures.set(picture.shapes, picture)
      }
    }
    expect(lost).toEqual([])
    expect(wordless).toEqual([])
    expectNoErrors(page)
  })

  it('may wait: sample data shows the figures with two clicks', {
    timeout: 360_000,
  }, async () => {
    await page.goto('/')
    await firstSteps(page).getByText('offered only now, while there are no buildings').waitFor()
    await firstSteps(page).getByRole('button', { name: 'Try with sample data' }).click()
    const sample = sampleData()
    await sample.getByRole('progressbar').waitFor()
    await firstSteps(page).waitFor({ state: 'detached' })
    await sample.getByText('This organization holds sample data.').waitFor({ timeout: 240_000 })
    // What the data changed is shown with this news, and not after it: on a Monday a head and five weeks, which 34 days always touch.
    const weeks = page.getByRole('region', { name: 'The last weeks' })
    expect(await weeks.getByRole('row').count(), await weeks.innerText()).toBeGreaterThan(5)
    await sample.getByText(/come and go until \w{3} \d+ \w{3} \d{4}, while/).waitFor()
    await page.getByRole('region', { name: 'Refused events' }).getByText('The sample data has some on purpose').waitFor()
    await expectAccessible(page)
    await expectFitsPhone(page)
    await page.setViewportSize(WIDE.viewport)
    await sample.getByRole('link', { name: 'See attendance' }).click()
    await page
      .getByRole('main')
      .getByText(/\d+\s?%/)
      .first()
      .waitFor()
    await page.getByTestId('comparison').getByText('with the same weekdays 4 weeks earlier').waitFor()
    await goWithin(page, '/analytics/groups')
    await page
      .getByRole('cell', { name: / (spare|short)$/ })
      .first()
      .waitFor()
    await goWithin(page, '/people')
    await page.getByRole('main').getByRole('link').first().waitFor()
    expectNoErrors(page)
  })

  it('may wait: with sample data, charts mark the days on which a new version of Rollcall began to work', async () => {
    const day = addDays(mondayOf(todayIn('UTC')), -5)
    await service.db
      .insertInto('service_versions')
      .values([
        { version: '0.0.1', started_at: '2020-01-01T12:00:00Z' },
        { version: '0.0.2', started_at: `${day}T12:00:00Z` },
      ])
      .execute()
    await page.goto(`/analytics/attendance?from=${addDays(day, -9)}&to=${addDays(day, 2)}`)
    const chart = page.getByRole('region', { name: 'Attendance by day', exact: true })
    await chart.getByRole('img', { name: /Marked: (.*, )?1 with a new version\./ }).waitFor()
    const download = () => contentOf(page, chart.getByRole('button', { name: 'PNG: Attendance by day', exact: true }))
    expect(await writtenDuring(page, download)).toContain('New version of Rollcall')
    await chart.getByRole('button', { name: 'Show as table' }).click()
    const marked = chart.getByRole('row').filter({ has: page.getByRole('cell', { name: /(^|; )Rollcall 0\.0\.2$/ }) })
    expect(await marked.getByRole('rowheader').innerText()).toContain(fullDay(day))
    await service.db.deleteFrom('service_versions').where('version', 'like', '0.0.%').execute()
    expectNoErrors(page)
  })

  it('may wait: sample data goes again without a trace', async () => {
    await page.goto('/')
    const sample = sampleData()
    await sample.getByRole('button', { name: 'Remove sample data' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove the sample data?' })
    await dialog.getByText('Accounts, keys, settings').waitFor()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await firstSteps(page).getByRole('button', { name: 'Try with sample data' }).waitFor({ timeout: 60_000 })
    expect(await sample.count()).toBe(0)
    expectNoErrors(page)
  })

  it('lead from an empty service to the first figure with few clicks, each done by what the data say', async () => {
    // The event is of today, and so is the figure at the end.
    await awaitSteadyDay(FILE_MS)
    // The first start makes such a key, which is for no system.
    const { id: orgId } = await service.db.selectFrom('organizations').select('id').executeTakeFirstOrThrow()
    await createKey(service.db, service.sealer, { orgId, name: 'First key', role: 'all-permissions', auth: ['basic'] })
    await page.goto('/')
    const steps = firstSteps(page)
    await steps.getByRole('listitem', { name: 'Add a building' }).and(page.locator('[aria-current=step]')).waitFor()
    expect(await steps.getByLabel('Time zone').first().inputValue()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
    await click(steps.getByRole('button', { name: 'Add the building' }))
    await steps.getByText('Add a building: done').waitFor()
    await steps.getByText('Sample data is offered only while').waitFor()
    expect(await steps.getByRole('button', { name: 'Try with sample data' }).count()).toBe(0)
    await steps.getByLabel('E-mail of the person').fill('grace@example.com')
    await click(steps.getByRole('button', { name: 'Add the person' }))
    await steps.getByText('Add people: done').waitFor()
    await steps.getByRole('link', { name: 'import a CSV file' }).waitFor()
    await steps.getByRole('link', { name: 'Provisioning' }).waitFor()
    expect(await steps.getByText('Create a key for a badge or sensor system: done').count()).toBe(0)
    await click(steps.getByRole('button', { name: 'Create a key' }))
    const line = await steps.getByLabel('The line that sends the first event').textContent()
    await expectAccessible(page)
    await expectFitsPhone(page)
    await page.setViewportSize(WIDE.viewport)
    await click(steps.getByRole('button', { name: 'Send a test event' }))
    await steps.getByText('The first event has arrived.').waitFor()
    // The line makes the same call, whose events are recorded already.
    const { stdout } = await promisify(execFile)('sh', ['-c', `${line} --silent --show-error`])
    expect(JSON.parse(stdout)).toMatchObject({ results: [{ resultCode: 0 }, { resultCode: 0 }] })
    const stored = await service.db.selectFrom('presence_events').select('event_id').orderBy('event_id').execute()
    expect(stored.map(({ event_id }) => event_id)).toEqual(['first-1', 'first-2'])
    await steps.getByText('Send the first event: done').waitFor()
    // Once someone is counted, the page does not say that no system reports who comes.
    const count = page.getByRole('region', { name: "Today's count" })
    await count.getByText('measured workdays; there are 0 so far').waitFor()
    expect(await count.getByText('No system reports who comes here').count()).toBe(0)
    await steps.getByText('Figures of attendance appear once 5 people came').waitFor()
    await click(steps.getByRole('button', { name: 'Publish now' }))
    await steps.getByText(/^1 person here today\./).waitFor()
    expect(await steps.getByRole('link', { name: 'People', exact: true }).getAttribute('href')).toBe('/analytics/people')
    await steps.getByText('Figures of attendance about fewer than 5 people are withheld').waitFor()
    await steps.getByRole('link', { name: 'Smallest group in analytics' }).waitFor()
    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS)
    expect(clicks).toBe(6)
    expectNoErrors(page)
  })

  it('lead to where a floor plan is uploaded, which is done once there is one', async () => {
    await goWithin(page, '/?steps=shown')
    const step = firstSteps(page).getByRole('listitem', { name: 'Upload a floor plan (optional)' })
    await step.getByText('upload a picture of the floor').waitFor()
    expect(await step.getByText('Upload a floor plan (optional): done').count()).toBe(0)
    await step.getByRole('link', { name: 'Level 1' }).click()
    await page.getByRole('button', { name: 'Add floor plan image' }).click()
    const dialog = page.getByRole('dialog', { name: 'Floor plan image' })
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path d="M0 0H20"/></svg>'
    const file = { name: 'floor.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) }
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByLabel('Width, meters').fill('20')
    await dialog.getByRole('button', { name: 'Save image' }).click()
    await dialog.waitFor({ state: 'detached' })
    await goWithin(page, '/?steps=shown')
    await step.getByText('Upload a floor plan (optional): done').waitFor()
    await step.getByText('Floor plans of other levels are on their pages').waitFor()
    expectNoErrors(page)
  })

  it('can be hidden, and come back from the menu of help', async () => {
    await firstSteps(page).getByRole('button', { name: 'Hide' }).click()
    await firstSteps(page).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('region', { name: 'Warehouse' }).getByText('Up to date').waitFor()
    expect(await firstSteps(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Help' }).click()
    await page.getByRole('menuitem', { name: 'First steps' }).click()
    await firstSteps(page).getByText('All done').waitFor()
    expectNoErrors(page)
  })

  it('are followed by pages that say why they have nothing to show', async () => {
    const main = page.getByRole('main')
    await goWithin(page, '/analytics/future')
    await main.getByText('Nothing is planned or booked on these days yet.').waitFor()
    await goWithin(page, '/analytics/forecast')
    await main.getByText('No building has a forecast; its chart below says why.').waitFor()
    await goWithin(page, '/me/floor')
    await main.getByRole('group', { name: 'Desks occupied' }).getByText('no sensor reported').waitFor()
    // The only building there is needs no choice.
    await goWithin(page, '/spaces')
    await main.getByText('This building has no spaces').waitFor()
    expect(await main.getByRole('combobox', { name: 'Building' }).inputValue()).toBe('Head office')
    expectNoErrors(page)
  })

  it('are followed by figures that name the setting which withholds them', async () => {
    await goWithin(page, '/analytics/attendance')
    const limit = page.getByRole('main').getByRole('link', { name: 'Smallest group in analytics' })
    await limit.waitFor()
    for (const { picture } of await readEmptyParts(page.getByRole('main'))) if (picture) pictures.set(picture.shapes, picture)
    await limit.click()
    await page.getByLabel('Smallest group in analytics').waitFor()
    // Sample data is explained where the settings and the palette lead.
    await page.getByRole('main').getByRole('link', { name: 'home page' }).click()
    await firstSteps(page).getByText('Sample data is offered only while').waitFor()
    await goWithin(page, '/me')
    await page.getByRole('heading', { level: 1, name: 'Plan and desk' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search people, places, pages and actions' }).fill('sample data')
    await page.getByRole('option', { name: 'Sample data' }).click()
    await firstSteps(page).getByText('Sample data is offered only while').waitFor()
    expectNoErrors(page)
  })

  it('show, with what follows them, every drawing of an empty part, which screen readers skip', () => {
    expect(pictures.size).toBe(PICTURES)
    for (const { shapes, isHidden, size, colors } of pictures.values()) {
      expect([shapes, isHidden, ...size]).toEqual([shapes, true, 120, 80])
      expect(shapes).toMatch(/^<(path|rect|circle) /)
      expect(colors, 'the quiet color and the accent').toHaveLength(2)
    }
  })
})

it('where single sign-on is required, the profile says so instead of asking for a password, and names the provider of a session', async () => {
  const page = await open('/favicon.svg')
  const signIn = await page.request.post('/api/session', { data: { userName: 'ada@example.com', password: PASSWORD } })
  const { userId, csrfToken } = (await signIn.json()) as { userId: string; csrfToken: string }
  const headers = { 'x-csrf-token': csrfToken }
  await page.request.put(`/api/users/${userId}/account`, { headers, data: { isBreakGlass: true } })
  const data = {
    label: 'Acme',
    issuer: 'https://login.example.com',
    clientId: 'rollcall',
    credential: 'secret of it',
    isRequired: true,
  }
  const added = await page.request.post('/api/identity-providers', { headers, data })
  expect(added.status(), await added.text()).toBe(201)
  const { providerId } = (await added.json()) as { providerId: string }
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Change the password' }).waitFor()
  // From now on she is one of the people who signed in there.
  await service.db.updateTable('sessions').set({ provider_id: providerId, signed_in_by: 'provider' }).execute()
  await service.db.updateTable('user_accounts').set({ is_break_glass: false }).execute()
  await page.reload()
  const password = page.getByRole('region', { name: 'Password' })
  await password.getByText('Your organization requires single sign-on, so no password signs you in here.').waitFor()
  expect(await password.getByRole('textbox').count()).toBe(0)
  await page.getByRole('region', { name: 'Passkeys' }).getByText('passkeys sign no one in').waitFor()
  await page.getByRole('region', { name: 'Where you are signed in' }).getByText('by single sign-on with Acme').first().waitFor()
  expectNoErrors(page)
})
