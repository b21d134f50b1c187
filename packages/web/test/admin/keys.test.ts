import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoErrors, goTo, startBrowser, type TestBrowser } from '../support/browser.ts'
import { ask, type Credentials, callWith, FOLLOWS, unique } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const makeKey = async (page: Page, name: string): Promise<Credentials> => {
  await page.getByRole('button', { name: 'Create a key' }).click()
  const form = page.getByRole('dialog', { name: 'Create a key' })
  await form.getByLabel('Name').fill(name)
  await form.getByRole('radio', { name: 'Data Warehouse' }).check()
  await form.getByRole('checkbox', { name: 'HTTP Basic' }).check()
  await form.getByRole('button', { name: 'Create the key' }).click()
  const shown = page.getByRole('dialog', { name: `Secret of ${name}` })
  const id = await shown.getByLabel('Key id', { exact: true }).inputValue()
  const secret = await shown.getByLabel('Secret', { exact: true }).inputValue()
  return { id, secret }
}

const everythingWritten = (page: Page): Promise<string> =>
  page.evaluate(
    "document.documentElement.outerHTML + [...document.querySelectorAll('input, textarea')].map((input) => input.value).join(' ')",
  )

describe('a key', () => {
  it('is created, works, is blocked with a reason, works again, and is revoked', async () => {
    const page = await browser.open('/admin/keys', 'global-administrator')
    const name = unique('Reader')
    const key = await makeKey(page, name)
    expect(key.secret).toMatch(/^rc_/)
    expect(await callWith(page, key)).toMatchObject({ status: 200 })
    const line = await page.getByLabel('A line to try the key with').textContent()
    const { stdout } = await promisify(execFile)('sh', ['-c', `${line} --silent --show-error`])
    expect(JSON.parse(stdout)[0]).toHaveProperty('locationId')

    // Neither Escape nor a click outside closes the dialog and loses the secret.
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 400)
    expect(await everythingWritten(page)).toContain(key.secret)
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await everythingWritten(page)).not.toContain(key.secret)

    await page.getByRole('link', { name }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect(await everythingWritten(page)).not.toContain(key.secret)
    await page.getByRole('button', { name: 'Block' }).click()
    const block = page.getByRole('dialog')
    await block.getByRole('button', { name: 'Block the key' }).click()
    await block.getByText('Give a reason: callers with this key receive it.').waitFor()
    await block.getByLabel('Reason').fill('Polls every second.')
    await block.getByRole('button', { name: 'Block the key' }).click()
    await page.getByText('Callers receive this reason: Polls every second.').waitFor()
    await expect
      .poll(() => callWith(page, key), FOLLOWS)
      .toMatchObject({ status: 403, code: 'blocked', detail: expect.stringContaining('Polls every second.') })
    expect(await page.getByRole('button', { name: 'Rotate' }).count()).toBe(0)

    await page.getByRole('button', { name: 'Unblock' }).click()
    await page.getByRole('button', { name: 'Unblock the key' }).click()
    await page.getByRole('button', { name: 'Block', exact: true }).waitFor()
    await expect.poll(() => callWith(page, key), FOLLOWS).toMatchObject({ status: 200 })

    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke permanently' }).click()
    await page.getByRole('cell', { name: 'Revoked' }).waitFor()
    await expect.poll(() => callWith(page, key), FOLLOWS).toMatchObject({ status: 401 })
    expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0)

    await page.getByRole('link', { name: 'Keys', exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor()
    await page.getByRole('link', { name }).waitFor({ state: 'detached' })
    await page.getByRole('radiogroup', { name: 'Which keys' }).getByText('All').click()
    await page.getByRole('row', { name }).getByText('Revoked').waitFor()
    expectNoErrors(page)
  })

  it('needs no more than a name, and sends events then', async () => {
    const page = await browser.open('/admin/keys?create=true', 'global-administrator')
    const name = unique('Badges')
    const field = page.getByRole('dialog', { name: 'Create a key' }).getByLabel('Name')
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    await field.fill(name)
    await field.press('Enter')
    const shown = page.getByRole('dialog', { name: `Secret of ${name}` })
    const keyId = await shown.getByLabel('Key id', { exact: true }).inputValue()
    expect(await ask(page, 'GET', `/api/keys/${keyId}`)).toMatchObject({ name, role: 'submitting-events', expiresAt: null })
    const { userName } = await ask(page, 'GET', '/api/users/me')
    const line = (await shown.getByLabel('A line that sends an event').textContent()) ?? ''
    const sent = JSON.parse(/-d '(.*)' /.exec(line)?.[1] ?? '')
    expect(sent.presenceEvents).toMatchObject([{ userEmail: userName, locationType: 'location' }])
    expect(await shown.getByLabel('A line to try the key with').count()).toBe(0)
    expectNoErrors(page)
  })

  it('has a successor with a secret of its own, and both work', async () => {
    const page = await browser.open('/admin/keys', 'global-administrator')
    const name = unique('Rotated')
    const first = await makeKey(page, name)
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('link', { name }).click()
    await page.getByRole('button', { name: 'Rotate' }).click()
    await page.getByRole('button', { name: 'Make the successor' }).click()
    const shown = page.getByRole('dialog', { name: `Secret of ${name}` })
    const second = {
      id: await shown.getByLabel('Key id', { exact: true }).inputValue(),
      secret: await shown.getByLabel('Secret', { exact: true }).inputValue(),
    }
    await shown.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await everythingWritten(page)).not.toContain(second.secret)
    expect(second.id).not.toBe(first.id)
    for (const key of [first, second]) expect(await callWith(page, key)).toMatchObject({ status: 200 })

    // A third of one rotation is refused in the words of the service.
    await page.getByRole('button', { name: 'Rotate' }).click()
    await page.getByRole('button', { name: 'Make the successor' }).click()
    await page.getByRole('alert').getByText('Two keys of this rotation are already live').waitFor()
    expectNoErrors(page)
  })

  it('shows what it did by day, and can be changed; a time that is past is refused at its field', async () => {
    const page = await browser.open('/admin/keys', 'global-administrator')
    const name = unique('Counted')
    const key = await makeKey(page, name)
    await page.getByRole('button', { name: 'I have stored it' }).click()
    for (let call = 0; call < 3; call += 1) await callWith(page, key)
    interface Usage {
      readonly items: readonly { requests: number; rows: number; bytes: number }[]
    }
    const usage = () => ask<Usage>(page, 'GET', `/api/keys/${key.id}/usage`)
    await expect.poll(async () => (await usage()).items[0]?.requests, FOLLOWS).toBe(3)
    await goTo(page, `/admin/keys/${key.id}`)
    await page.getByRole('button', { name: 'Show as table: Usage by day' }).click()
    const [today] = (await usage()).items
    const row = page.getByRole('table', { name: 'Usage by day' }).getByRole('row').last()
    const number = new Intl.NumberFormat('en-US')
    expect((await row.getByRole('cell').allInnerTexts()).map((text) => text.replaceAll(/\D/g, ''))).toEqual(
      [today?.requests, today?.rows, today?.bytes].map((count) => number.format(count ?? -1).replaceAll(/\D/g, '')),
    )
    await page.getByRole('radiogroup', { name: 'Days' }).getByText('90 days').click()
    await page.waitForURL(/days=90/)

    await page.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Requests per minute').fill('600')
    await form.getByLabel('Expires on').fill('2020-01-01')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('This must be in the future; to end a key now, revoke it.').waitFor()
    await form.getByLabel('Expires on').fill('2099-01-01')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    const stored = await ask<Record<string, unknown>>(page, 'GET', `/api/keys/${key.id}`)
    expect(stored).toMatchObject({ requestsPerMinute: 600, expiresAt: expect.stringMatching(/^2099-01-01/) })
    await page.getByRole('cell', { name: '600', exact: true }).waitFor()

    await goTo(page, '/admin/keys')
    await page.getByRole('row', { name }).getByText('Today, 3 requests').waitFor()
    expectNoErrors(page)
  })

  it('is for global administrators only', async () => {
    const page = await browser.open('/admin/keys', 'workplace-administrator')
    await page.getByText('Only global administrators manage keys').waitFor()
    expect(await page.getByRole('button', { name: 'Create a key' }).count()).toBe(0)
    expect(await page.getByRole('navigation').getByRole('link', { name: 'Keys' }).count()).toBe(0)
    expectNoErrors(page)
  })
})
