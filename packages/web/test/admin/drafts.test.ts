import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoErrors, startBrowser, type TestBrowser } from '../support/browser.ts'
import { PASSWORD } from '../support/demo.ts'
import { signOut } from '../support/sign-out.ts'
import { EVENT, FORMS, groupOf, type Made, openForm, PROVIDER } from './draft-forms.ts'
import {
  ask,
  draftsIn,
  leaveQuestion,
  makeBuilding,
  makeGroup,
  makeUser,
  type OwnUser,
  openApi,
  reloadUnsaved,
  unique,
} from './support.ts'

let browser: TestBrowser
let api: Page
let ada: OwnUser
let ben: OwnUser
let made: Made

beforeAll(async () => {
  browser = await startBrowser()
  api = await openApi(browser)
  const { locationId, locationName } = await makeBuilding(api, [])
  const makePerson = async (...roles: string[]): Promise<OwnUser> => {
    const user = await makeUser(api, { primaryLocationId: locationId })
    await ask(api, 'PUT', `/api/users/${user.userId}/account`, { password: PASSWORD, roles })
    return user
  }
  ada = await makePerson('workplace-administrator', 'global-administrator')
  ben = await makePerson()
  const [group, policyGroup] = [await makeGroup(api), await makeGroup(api)]
  const [keyName, directoryName] = [unique('Zz key'), unique('Zz directory')]
  const { keyId } = await ask(api, 'POST', '/api/keys', { name: keyName, role: 'data-warehouse', authMethods: ['basic'] })
  await ask(api, 'POST', '/api/keys', { name: directoryName, role: 'provisioning', authMethods: ['basic'] })
  made = {
    ...{ buildingName: locationName, calendarPath: `/admin/calendars?locationId=${locationId}` },
    ...{ groupName: group.groupName, groupPath: `/admin/groups/${group.groupId}`, policyGroupName: policyGroup.groupName },
    ...{ keyName, keyPath: `/admin/keys/${keyId}`, directoryName },
  }
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const restored = (page: Page) => page.getByRole('status').filter({ hasText: 'Draft restored' })

describe('a draft', () => {
  it.each(Object.entries(FORMS))(
    'of %s comes back after a reload, until the form is saved, left or emptied',
    async (_, formOf) => {
      const form = formOf(made)
      const page = await browser.open(form.path, ada)
      const { dialog, field } = await openForm(page, form)
      const before = await field.inputValue()
      const type = async (): Promise<string> => {
        await field.fill(form.typed)
        await field.blur()
        await expect.poll(() => draftsIn(page)).toHaveLength(1)
        return field.inputValue()
      }
      const typed = await type()
      expect(typed).not.toBe(before)
      await reloadUnsaved(page)
      await openForm(page, form)
      await restored(page).waitFor()
      expect(await field.inputValue()).toBe(typed)
      await restored(page).getByRole('button', { name: 'Discard' }).click()
      await restored(page).waitFor({ state: 'detached' })
      expect(await field.inputValue()).toBe(before)
      await expect.poll(() => draftsIn(page)).toEqual([])

      await type()
      await page.keyboard.press('Escape')
      await leaveQuestion(page).getByRole('button', { name: 'Stay' }).click()
      await leaveQuestion(page).waitFor({ state: 'detached' })
      expect(await field.inputValue()).toBe(typed)
      if (form.save) await dialog.getByRole('button', { name: form.save, exact: true }).click()
      else {
        await page.keyboard.press('Escape')
        await leaveQuestion(page).getByRole('button', { name: 'Leave' }).click()
      }
      await dialog.waitFor({ state: 'hidden' })
      await expect.poll(() => draftsIn(page)).toEqual([])
      expectNoErrors(page)
    },
  )

  it('of the settings of the organization comes back as well', async () => {
    const page = await browser.open('/admin/settings', ada)
    const field = page.getByLabel('Smallest group in analytics')
    const before = await field.inputValue()
    await field.fill('17')
    await reloadUnsaved(page)
    await restored(page).waitFor()
    expect(await field.inputValue()).toBe('17')
    await restored(page).getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => field.inputValue()).toBe(before)
    expectNoErrors(page)
  })

  it('has only what was changed, and takes over what others changed meanwhile', async () => {
    const { groupId, groupName } = await makeGroup(api)
    const form = groupOf({ groupName, groupPath: `/admin/groups/${groupId}` })
    const page = await browser.open(form.path, ada)
    const { dialog, field } = await openForm(page, { ...form, label: /^Name/ })
    await field.fill(`${groupName} and more`)
    await ask(api, 'PATCH', `/api/groups/${groupId}`, { groupType: 'zz-crew' })
    await reloadUnsaved(page)
    await openForm(page, form)
    await restored(page).waitFor()
    expect(await dialog.getByLabel(/^Kind/).inputValue()).toBe('zz-crew')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const stored = await ask(api, 'GET', `/api/groups/${groupId}`)
    expect(stored).toMatchObject({ groupName: `${groupName} and more`, groupType: 'zz-crew' })
    expectNoErrors(page)
  })

  it('has no secret of an identity provider, and says so', async () => {
    const page = await browser.open('/admin/single-sign-on', ada)
    const kept = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    const { dialog, field } = await openForm(page, PROVIDER)
    const secret = crypto.randomUUID()
    await dialog.getByLabel(/^Client secret/).fill(secret)
    await field.fill('Acme')
    await expect.poll(kept).toContain('Acme')
    expect(await kept()).not.toContain(secret)
    await reloadUnsaved(page)
    await openForm(page, PROVIDER)
    await restored(page).getByText('Secrets are never kept in a draft.').waitFor()
    expect(await field.inputValue()).toBe('Acme')
    expect(await dialog.getByLabel(/^Client secret/).inputValue()).toBe('')
    expect(await kept()).not.toContain(secret)
    expectNoErrors(page)
  })

  it('is gone once its person signs out, and is not for the next one who signs in', async () => {
    const page = await browser.open('/favicon.svg')
    const signIn = async ({ userName }: OwnUser): Promise<void> => {
      await page.goto('/sign-in?next=/me/events')
      await page.getByLabel('User name').fill(userName)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.waitForURL('/me/events')
    }
    const leaveDraft = async (): Promise<void> => {
      await signIn(ada)
      const { field } = await openForm(page, EVENT)
      await field.fill('Secret lunch')
      await reloadUnsaved(page)
      expect(await draftsIn(page)).toHaveLength(1)
    }
    await leaveDraft()
    await signOut(page)
    await page.waitForURL('/sign-in')
    expect(await draftsIn(page)).toEqual([])

    await leaveDraft()
    await page.context().clearCookies()
    await signIn(ben)
    const { field } = await openForm(page, EVENT)
    expect(await field.inputValue()).toBe('')
    expect(await restored(page).count()).toBe(0)
    expect(await draftsIn(page)).toEqual([])
    expectNoErrors(page)
  })
})
