import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoErrors, startBrowser, type TestBrowser } from '../support/browser.ts'
import { callWithKey, dayFromNow, makeOwn, type Own, read, rowsOf, see } from './support.ts'

let browser: TestBrowser
let own: Own
beforeAll(async () => {
  browser = await startBrowser()
  own = await makeOwn()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const refuse = async (source: string, eventIds: readonly string[], userEmail: string) =>
  see(
    source,
    eventIds.map((eventId) => ({ eventId, userEmail, locationId: own.locationId, timestamp: `${dayFromNow(-3)}T05:00:00Z` })),
  )
const addUser = (userName: string) => callWithKey('POST', '/api/users', { userName, primaryLocationId: own.locationId })
const waiting = (source: string): string => `/api/quarantine?sourceId=${encodeURIComponent(source)}`

describe('the quarantine', () => {
  it('shows refused events by source, reason and kind, each as it came', async () => {
    const source = `gate ${own.mark}`
    await refuse(source, ['a', 'b'], `later.${own.mark}@example.com`)
    await see(source, [{ eventId: 'c', userId: own.userId, locationId: 'nowhere', timestamp: `${dayFromNow(-3)}T05:00:00Z` }])
    const page = await browser.open(`/quarantine?source=${encodeURIComponent(source)}`, 'workplace-administrator')
    await page.getByText('That is all: 3 events.').waitFor()
    const { items } = await read<{ items: { eventId: string; reason: string }[] }>(page, waiting(source))
    const rows = await rowsOf(page, 'Refused events')
    // The events that were refused last come first.
    expect(rows.map((cells) => cells[1])).toEqual(items.map(({ eventId }) => eventId).reverse())
    const email = `later.${own.mark}@example.com`
    expect(rows.map((cells) => cells[4])).toEqual(['nowhere', email, email])
    expect(rows.map((cells) => cells[5])).toEqual([
      expect.stringMatching(/^Unknown place/),
      expect.stringMatching(/^Unknown person/),
      expect.stringMatching(/^Unknown person/),
    ])
    await page.getByRole('link', { name: `Presence, unknown place, ${source}` }).click()
    await page.getByText('That is all: 1 event.').waitFor()
    expect(new URL(page.url()).searchParams.get('code')).toMatch(/2/)
    await page.getByRole('button', { name: 'c', exact: true }).click()
    const details = page.getByRole('dialog', { name: 'Refused event' })
    expect(await details.getByRole('table', { name: 'Fields' }).textContent()).toContain(own.userId)
    await details.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Occupancy' }).click()
    await page.getByText('No refused event matches').waitFor()
    expectNoErrors(page)
  })

  it('replays what is selected, then all that match, and says what came of it', async () => {
    const source = `turnstile ${own.mark}`
    await refuse(source, ['x', 'y', 'z'], `soon.${own.mark}@example.com`)
    const unknown = { eventId: 'never', sourceUserId: `card-${own.mark}`, locationId: own.locationId }
    await see(source, [{ ...unknown, timestamp: `${dayFromNow(-3)}T05:00:00Z` }])
    await addUser(`soon.${own.mark}@example.com`)
    const page = await browser.open(`/quarantine?source=${encodeURIComponent(source)}`, 'global-administrator')
    await page.getByRole('checkbox', { name: `Select y of ${source}` }).check()
    await page.getByRole('checkbox', { name: `Select never of ${source}` }).check()
    await page.getByRole('button', { name: 'Replay 2 selected' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Replay 2 selected' }).waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: `Select y of ${source}` }).check()
    await page.getByRole('button', { name: 'Replay 1 selected' }).click()
    await dialog.getByRole('button', { name: 'Replay' }).click()
    await dialog.getByText('1 stored, 0 still refused.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByText('That is all: 3 events.').waitFor()

    await page.getByRole('button', { name: 'Replay all that match (3)' }).click()
    await dialog.getByRole('button', { name: 'Replay' }).click()
    await dialog.getByText('2 stored, 1 still refused.').waitFor()
    const { items } = await read<{ items: { eventId: string }[] }>(page, waiting(source))
    expect(items.map(({ eventId }) => eventId)).toEqual(['never'])
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByText('That is all: 1 event.').waitFor()

    await page.getByRole('button', { name: 'never', exact: true }).click()
    await dialog.getByRole('table', { name: 'Fields' }).getByText(own.locationName).waitFor()
    await dialog.getByRole('button', { name: 'Give this id to a person…' }).click()
    const giving = page.getByRole('dialog', { name: `Give card-${own.mark} to a person` })
    await giving.getByRole('combobox', { name: 'Person' }).fill(own.userName)
    await page.getByRole('option', { name: own.userName }).click()
    await giving.getByRole('button', { name: 'Give the id' }).click()
    await page.getByRole('dialog', { name: 'Replay the selected event?' }).getByRole('button', { name: 'Replay' }).click()
    await page.getByRole('dialog', { name: 'Replayed' }).getByText('1 stored, 0 still refused.').waitFor()
    expectNoErrors(page)
  })

  it('adds the person whom an event names by e-mail or by an id of the source, and offers the replay', async () => {
    const source = `lobby ${own.mark}`
    const at = { locationId: own.locationId, timestamp: `${dayFromNow(-3)}T05:00:00Z` }
    const [email, card] = [`new.${own.mark}@example.com`, `new-card-${own.mark}`]
    await see(source, [
      { ...at, eventId: 'by-mail', userEmail: email },
      { ...at, eventId: 'by-card', sourceUserId: card },
    ])
    const page = await browser.open(`/quarantine?source=${encodeURIComponent(source)}`, 'global-administrator')
    const adding = page.getByRole('dialog', { name: 'Add this person' })
    const replayed = page.getByRole('dialog', { name: 'Replayed' })
    for (const [eventId, userName] of [
      ['by-mail', email],
      ['by-card', `zz-carded.${own.mark}@example.com`],
    ] as const) {
      await page.getByRole('button', { name: eventId, exact: true }).click()
      await page.getByRole('button', { name: 'Add this person…' }).click()
      if (userName !== email) await adding.getByLabel('User name').fill(userName)
      expect(await adding.getByLabel('User name').inputValue()).toBe(userName)
      await adding.getByLabel('Last name').fill(`Newcomer ${eventId}`)
      await adding.getByRole('button', { name: 'Add the person' }).click()
      await page.getByRole('dialog', { name: 'Replay the selected event?' }).getByRole('button', { name: 'Replay' }).click()
      await replayed.getByText('1 stored, 0 still refused.').waitFor()
      await replayed.getByRole('button', { name: 'Close' }).last().click()
      await replayed.waitFor({ state: 'detached' })
      const { items } = await read<{ items: object[] }>(page, `/api/users?search=${encodeURIComponent(userName)}`)
      expect(items).toMatchObject([{ userName, lastName: `Newcomer ${eventId}`, email: userName === email ? email : null }])
    }
    await page.getByText('No refused event matches').waitFor()
    expectNoErrors(page)
  })

  it('advises only what is possible: a user name in the field of an id is for the source to correct', async () => {
    const source = `gateway ${own.mark}`
    const at = { locationId: own.locationId, timestamp: `${dayFromNow(-3)}T05:00:00Z` }
    await see(source, [
      { ...at, eventId: 'misplaced', userId: own.userName },
      { ...at, eventId: 'unknown-id', userId: randomUUID() },
    ])
    const page = await browser.open(`/quarantine?source=${encodeURIComponent(source)}`, 'global-administrator')
    const details = page.getByRole('dialog', { name: 'Refused event' })
    for (const [eventId, help] of [
      ['misplaced', 'Correct the source: a user name or an e-mail belongs in userEmail.'],
      ['unknown-id', 'No user has this id. Correct the source'],
    ] as const) {
      await page.getByRole('button', { name: eventId, exact: true }).click()
      await details.getByText(help).waitFor()
      await details.getByRole('button', { name: 'Replay this event…' }).waitFor()
      for (const name of ['Give this id to a person…', 'Add this person…']) {
        expect([eventId, name, await details.getByRole('button', { name }).count()]).toEqual([eventId, name, 0])
      }
      await details.getByRole('button', { name: 'Close' }).click()
      await details.waitFor({ state: 'detached' })
    }
    await page.getByText('The source sent a user name or an e-mail in userId').waitFor()
    expectNoErrors(page)
  })

  it('is not shown to analytics administrators', async () => {
    const page = await browser.open('/quarantine', 'analytics-administrator')
    await page.getByText('Refused events: not shown to your role').waitFor()
    expectNoErrors(page)
  })
})
