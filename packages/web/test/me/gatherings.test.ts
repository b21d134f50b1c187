import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeGroup, openApi } from '../admin/support.ts'
import { ask, makeBuilding } from '../admin-places/support.ts'
import { expectNoErrors, goTo, goWithin, NOWHERE, PHONE, startBrowser, type TestBrowser, WIDE } from '../support/browser.ts'
import { recordWrites } from '../support/writes.ts'
import { api, dayIn, loseAnswer, shortDay, type TestUser, takePeople } from './support.ts'

let browser: TestBrowser
let ada: TestUser
let ben: TestUser
let eve: TestUser
beforeAll(async () => {
  browser = await startBrowser()
  const people = await takePeople(browser, 6, 3)
  ;[ada, ben, eve] = people as [TestUser, TestUser, TestUser]
})
afterAll(() => browser?.[Symbol.asyncDispose]())

describe('events', () => {
  it('have invitees and replies, can be changed and canceled; private ones have no name for others', async () => {
    const host = await browser.open('/me/events', ada)
    const name = `Secret lunch ${randomUUID().slice(0, 6)}`
    const day = await dayIn(host, 9)
    await host.getByRole('button', { name: 'New event' }).click()
    const dialog = host.getByRole('dialog', { name: 'New event' })
    await dialog.getByRole('button', { name: 'Create the event' }).click()
    await dialog.getByText('Give it a name.').waitFor()
    await host.setViewportSize(PHONE.viewport)
    for (const field of ['Day', 'Last day']) {
      const isCut = await dialog.getByLabel(field, { exact: true }).evaluate((input) => input.scrollWidth > input.clientWidth)
      expect(isCut, `${field} on a phone`).toBe(false)
    }
    await host.setViewportSize(WIDE.viewport)
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Day', { exact: true }).fill(day)
    await dialog.getByLabel('From').fill('12:30')
    await dialog.getByLabel('To', { exact: true }).fill('12:00')
    await dialog.getByRole('combobox', { name: 'Invited' }).fill(ben.firstName)
    await host
      .getByRole('option', { name: new RegExp(`${ben.firstName} ${ben.lastName}`) })
      .first()
      .click()
    // The list of colleagues has closed by itself and hides nothing below it.
    await dialog.getByRole('switch', { name: 'Private' }).click()
    await dialog.getByRole('button', { name: 'Create the event' }).click()
    await dialog.getByText('It must end after it begins.').waitFor()
    await dialog.getByLabel('To', { exact: true }).fill('13:30')
    await dialog.getByRole('button', { name: 'Create the event' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const card = host.getByRole('listitem', { name })
    await card.getByText('12:30–13:30').waitFor()
    await card.getByText('1 invited, 0 accepted, 0 declined').waitFor()

    const { items } = await api<{ items: { eventId: string; eventName: string; startsAt: string; day: string }[] }>(
      host,
      'get',
      `/api/events?mine=true&startDate=${day}&endDate=${day}`,
    )
    const event = items.find(({ eventName }) => eventName === name)
    expect(event?.day).toBe(day)

    const guest = await browser.open('/me/events', ben)
    const reply = guest.getByRole('group', { name: `Your reply to ${name}` })
    await reply.getByRole('button', { name: 'Accept' }).click()
    await reply.getByRole('button', { name: 'Accepted', pressed: true }).waitFor()
    await reply.getByRole('button', { name: 'Decline' }).click()
    await reply.getByRole('button', { name: 'Declined', pressed: true }).waitFor()
    await guest.getByRole('listitem', { name }).getByText('1 invited, 0 accepted, 1 declined').waitFor()
    expect(await guest.getByRole('button', { name: `Change ${name}` }).count()).toBe(0)

    const stranger = await browser.open('/me/events?show=all', eve)
    await stranger.getByRole('listitem', { name: 'Private event' }).first().waitFor()
    expect(await stranger.getByText(name).count()).toBe(0)

    await host.reload()
    await card.getByRole('button', { name: 'Who is invited' }).click()
    await card.getByText(`${ben.firstName} ${ben.lastName}`).waitFor()
    await card.getByText('declined', { exact: true }).waitFor()
    await api(host, 'put', `/api/events/${event?.eventId}/invitations`, { add: [eve.userId] })
    await card.getByRole('button', { name: `Change ${name}` }).click()
    const change = host.getByRole('dialog', { name: 'Change the event' })
    await change.getByText(`${eve.firstName} ${eve.lastName}`).waitFor()
    await change.getByLabel('Name').fill(`${name} again`)
    // Someone else moves it meanwhile.
    const endsAt = new Date(Date.parse(event?.startsAt ?? '') + 5_400_000).toISOString()
    await api(host, 'patch', `/api/events/${event?.eventId}`, { endsAt })
    await change.getByRole('button', { name: 'Save' }).click()
    await change.waitFor({ state: 'hidden' })
    await host.getByRole('button', { name: `Change ${name} again` }).click()
    await change.getByRole('button', { name: 'Cancel the event' }).click()
    await host
      .getByRole('listitem', { name: `${name} again` })
      .getByText('Canceled')
      .waitFor()
    const canceled = host.getByRole('alert').filter({ hasText: 'The event is canceled.' })
    // It stays as long as the pointer is on it.
    await canceled.hover()
    expect(await api(host, 'get', `/api/events/${event?.eventId}`)).toMatchObject({
      eventName: `${name} again`,
      status: 'cancelled',
      startsAt: event?.startsAt,
      endsAt,
      isPrivate: true,
      invitedCount: 2,
    })
    await canceled.getByRole('button', { name: 'Undo' }).click()
    await expect
      .poll(() => api(host, 'get', `/api/events/${event?.eventId}`))
      .toMatchObject({ status: 'scheduled', invitedCount: 2 })
    for (const page of [host, guest, stranger]) expectNoErrors(page)
  })

  it('that were changed in the form after an answer was lost are created as they were changed', async () => {
    const host = await browser.open('/me/events', ada)
    const name = `Lost answer ${randomUUID().slice(0, 6)}`
    await host.getByRole('button', { name: 'New event' }).click()
    const dialog = host.getByRole('dialog', { name: 'New event' })
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Day', { exact: true }).fill(await dayIn(host, 9))
    await dialog.getByLabel('From').fill('12:30')
    await dialog.getByLabel('To', { exact: true }).fill('13:30')
    await host.route('**/api/events', loseAnswer, { times: 1 })
    await dialog.getByRole('button', { name: 'Create the event' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Name').fill(`${name} again`)
    await dialog.getByLabel('To', { exact: true }).fill('14:00')
    await dialog.getByRole('combobox', { name: 'Invited' }).fill(ben.firstName)
    await host
      .getByRole('option', { name: new RegExp(`${ben.firstName} ${ben.lastName}`) })
      .first()
      .click()
    await dialog.getByRole('button', { name: 'Create the event' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const card = host.getByRole('listitem', { name: `${name} again` })
    await card.getByText('12:30–14:00').waitFor()
    await card.getByText('1 invited, 0 accepted, 0 declined').waitFor()
    expect(await host.getByRole('listitem', { name, exact: true }).count()).toBe(0)
  })
})

describe('the times of an event', () => {
  it('end later where the event begins later than it would end', async () => {
    const host = await browser.open('/me/events', ada)
    await host.getByRole('button', { name: 'New event' }).click()
    const dialog = host.getByRole('dialog', { name: 'New event' })
    const [from, to] = [dialog.getByLabel('From'), dialog.getByLabel('To', { exact: true })]
    await from.fill('12:30')
    await from.press('Tab')
    await expect.poll(() => to.inputValue()).toBe('13:30')
    await from.fill('12:00')
    await from.press('Tab')
    await expect.poll(() => from.inputValue()).toBe('12:00')
    expect(await to.inputValue()).toBe('13:30')
    expectNoErrors(host)
  })
})

describe('an event', () => {
  it('is added once where its group cannot be invited at first, and the next try changes it', async () => {
    const { groupName } = await makeGroup(await openApi(browser))
    const host = await browser.open('/me/events', ada)
    const name = `Kick-off ${randomUUID().slice(0, 6)}`
    await host.getByRole('button', { name: 'New event' }).click()
    const dialog = host.getByRole('dialog', { name: 'New event' })
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('combobox', { name: 'Invite a whole group as well' }).fill(groupName)
    await host.getByRole('option', { name: groupName }).click()
    const { sent } = recordWrites(host)
    await host.route('**/api/events/*/invitations', (route) => route.abort())
    await dialog.getByRole('button', { name: 'Create the event' }).click()
    await dialog.getByText('The event is saved, but not the change of who is invited.').waitFor()
    await host.unroute('**/api/events/*/invitations')
    await dialog.getByLabel('Name').fill(`${name} again`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await host.getByRole('listitem', { name: `${name} again` }).waitFor()
    expect(sent.map((each) => each.replace(/[\da-f-]{36}/, '*'))).toEqual([
      'POST /api/events',
      'PUT /api/events/*/invitations',
      'PATCH /api/events/*',
      'PUT /api/events/*/invitations',
    ])
    expectNoErrors(host)
  })
})

describe('an invitee', () => {
  it('who was added by a change whose answer was lost, and is then removed in the form, is not invited', async () => {
    const host = await browser.open(NOWHERE, ada)
    const name = `Lost change ${randomUUID().slice(0, 6)}`
    const day = await dayIn(host, 9)
    const [startsAt, endsAt] = [`${day}T12:00:00Z`, `${day}T13:00:00Z`]
    const { eventId } = await api<{ eventId: string }>(host, 'post', '/api/events', {
      ...{ eventName: name, locationId: ada.primaryLocationId, startsAt, endsAt, invitees: [eve.userId] },
    })
    const invitees = async () => {
      const { items } = await api<{ items: { userId: string }[] }>(host, 'get', `/api/events/${eventId}/invitations`)
      return items.map(({ userId }) => userId)
    }
    await goTo(host, '/me/events')
    await host.getByRole('button', { name: `Change ${name}` }).click()
    const dialog = host.getByRole('dialog', { name: 'Change the event' })
    await dialog.getByRole('combobox', { name: 'Invited' }).fill(ben.firstName)
    await host
      .getByRole('option', { name: new RegExp(`${ben.firstName} ${ben.lastName}`) })
      .first()
      .click()
    await host.route('**/api/events/*/invitations', loseAnswer, { times: 1 })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('The event is saved, but not the change of who is invited.').waitFor()
    await expect.poll(invitees).toHaveLength(2)
    await dialog.locator('.mantine-Pill-remove').last().click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await invitees()).toEqual([eve.userId])
  })
})

describe('a group to invite', () => {
  it('is offered whichever page of the list it is on', async () => {
    const host = await browser.open(NOWHERE, ada)
    const group = { groupType: 'team', parentGroupId: null, parentGroupName: null, memberCount: 1, status: 'active' }
    await host.route('**/api/groups?*', (route) => {
      const page = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 1)
      const items = [{ ...group, groupId: `group-${page}`, groupName: `Squad ${page}`, updatedAt: '2026-01-05T09:00:00.000Z' }]
      return route.fulfill({ json: { items, nextCursor: page < 12 ? String(page + 1) : null } })
    })
    await goTo(host, '/me/events')
    await host.getByRole('button', { name: 'New event' }).click()
    await host.getByRole('dialog').getByRole('combobox', { name: 'Invite a whole group as well' }).fill('Squad 12')
    await host.getByRole('option', { name: 'Squad 12 (team)' }).waitFor()
    expectNoErrors(host)
  })
})

describe('the list of events', () => {
  it('stays while others load, marked as busy', async () => {
    const page = await browser.open('/me/events', ada)
    await page.locator('main [aria-busy=false]').waitFor()
    const loading = Promise.withResolvers<void>()
    await page.route('**/api/events?*', async (route) => {
      await loading.promise
      await route.continue()
    })
    await page.getByText('All', { exact: true }).click()
    await page.locator('main [aria-busy=true]').waitFor()
    loading.resolve()
    await page.locator('main [aria-busy=false]').waitFor()
    expectNoErrors(page)
  })
})

describe('parking', () => {
  it('books a bay for a day, moves nothing by itself, and cancels it', async () => {
    const page = await browser.open(NOWHERE, ada)
    const day = await dayIn(page, 21)
    const { items } = await api<{ items: { bayId: string; bayName: string }[] }>(
      page,
      'get',
      `/api/locations/${ada.primaryLocationId}/free-bays?day=${day}`,
    )
    const bay = items[0]
    await goTo(page, `/me/parking?day=${day}`)
    await page.getByRole('button', { name: `Book bay ${bay?.bayName}` }).click()
    await page
      .getByRole('status')
      .filter({ hasText: `bay ${bay?.bayName}` })
      .waitFor()
    const booked = () =>
      api<{ items: { bayId: string }[] }>(page, 'get', `/api/users/me/parking?startDate=${day}&endDate=${day}&status=booked`)
    expect((await booked()).items).toMatchObject([{ bayId: bay?.bayId }])
    await goWithin(page, `/me?day=${day}`)
    await page.getByRole('link', { name: `Bay ${bay?.bayName}` }).click()
    await page
      .getByRole('table', { name: 'My bays' })
      .getByRole('button', { name: /^Cancel bay on/ })
      .click()
    await page.getByRole('status').filter({ hasText: 'you have no bay' }).waitFor()
    expect((await booked()).items).toEqual([])
    await page.getByRole('button', { name: 'Book any free bay' }).click()
    await page.getByRole('table', { name: 'My bays' }).waitFor()
    expect((await booked()).items).toHaveLength(1)
    expectNoErrors(page)
  })
})

describe('what stays in a building', () => {
  it('is shown where the day is planned elsewhere, and the bay can be given back there', async () => {
    const admin = await browser.open(NOWHERE, 'workplace-administrator')
    const { locationId, locationName } = await makeBuilding(admin, [{ name: 'D-1' }])
    const bayName = 'P-1'
    await ask(admin, 'POST', '/api/parking-bays', { bayName, locationId })
    const page = await browser.open(NOWHERE, eve)
    const day = await dayIn(page, 11)
    const book = () => api(page, 'put', `/api/users/me/days/${day}/parking`, { locationId })
    await api(page, 'put', `/api/users/me/days/${day}/plan`, { plan: 'o', locationId })
    await book()
    await api(page, 'post', '/api/visits', { visitorName: 'Alan', locationId, day })
    await goTo(page, `/me?day=${day}`)
    const row = page.getByRole('listitem', { name: shortDay(day) })
    await row.getByRole('link', { name: '1 visitor' }).waitFor()
    expect(await row.getByText(/^still/).count()).toBe(0)
    await row.getByRole('button', { name: 'Remote' }).click()
    await row.getByText(`still expected in ${locationName}`).waitFor()
    await row.getByText(`still yours in ${locationName}`).waitFor()
    await row.getByRole('button', { name: `Give bay ${bayName} on ${shortDay(day)} back` }).click()
    await row.getByRole('link', { name: `Bay ${bayName}` }).waitFor({ state: 'detached' })

    // Other pages say so in a notice, and the page of bays beside what is booked.
    await book()
    await goTo(page, `/me/parking?day=${day}&locationId=${locationId}`)
    await page.getByText('You plan to be remote on this day.').waitFor()
    // The only bay is one's own: nothing is missing.
    await page.getByText('No other bay is free on this day.').waitFor()
    await goTo(page, `/me/desk?day=${day}`)
    await page.getByRole('button', { name: 'Come without a desk', disabled: false }).click()
    const stays = page.getByRole('alert').filter({ hasText: `You still have bay ${bayName}, ${locationName}` })
    await stays.getByText(/You still expect 1 visitor on/).waitFor()
    await stays.getByRole('button', { name: 'Give the bay back' }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: `Bay ${bayName} on ${shortDay(day)} given back.` })
      .waitFor()
    expectNoErrors(page)
  })

  it('is said while a visitor is announced for a day that is planned elsewhere', async () => {
    const page = await browser.open(NOWHERE, eve)
    const day = await dayIn(page, 12)
    await api(page, 'put', `/api/users/me/days/${day}/plan`, { plan: 'a' })
    await goTo(page, '/me/visitors')
    await page.getByRole('button', { name: 'Expect a visitor' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Day').fill(day)
    await page.keyboard.press('Tab')
    await dialog.getByText('You plan to be away on this day.').waitFor()
    expectNoErrors(page)
  })
})
