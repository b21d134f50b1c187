import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importAlone } from '../support/alone.ts'
import { expectAccessible, expectNoErrors, PHONE, startBrowser, type TestBrowser } from '../support/browser.ts'
import { contentOf } from '../support/download.ts'
import { ask, expectNarrow } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.[Symbol.asyncDispose]())

beforeEach(async () => {
  const turn = await importAlone()
  return () => turn[Symbol.asyncDispose]()
})

const choose = (page: Page, content: unknown) =>
  page.locator('input[type=file]').setInputFiles({
    name: "company's.json",
    mimeType: 'application/json',
    buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
  })

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) })

const buildingNames = async (page: Page) => {
  const { items } = await ask<{ items: { locationName: string }[] }>(page, 'GET', '/api/locations?limit=1000')
  return items.map(({ locationName }) => locationName)
}

const FAULTY = {
  locations: [{ name: 'Nowhere', timeZone: 'Mars/Olympus' }],
  users: [{ userName: 'faulty@example.com', primaryLocation: 'Unknown House' }],
}

describe('the import', () => {
  it('previews the changes of a file, applies them on request, and changes nothing the next time', async () => {
    const page = await browser.open('/admin/import', 'global-administrator')
    const name = `Imported House ${Date.now()}`
    const places = Array.from({ length: 12 }, (_, n) => ({ name: `D-${n + 1}` }))
    const zones = [{ name: 'North', kind: 'individual', places }]
    const file = { locations: [{ name, timeZone: 'Europe/Madrid', levels: [{ name: 'Level 1', zones }] }] }
    await choose(page, file)
    await page.getByText('The file can be imported').waitFor()
    expect(await row(page, 'Desks').textContent()).toBe('Desks12000')
    expect(await buildingNames(page)).not.toContain(name)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Import now' }).click()
    await page.getByText('The file is imported').waitFor()
    expect(await buildingNames(page)).toContain(name)
    await choose(page, file)
    await page.getByText('The file changes nothing').waitFor()
    expect(await row(page, 'Desks').textContent()).toBe('Desks00120')
    expect(await page.getByRole('button', { name: 'Import', exact: true }).count()).toBe(0)
    expectNoErrors(page)
  })

  it('shows every error with its place, and does not offer to apply', async () => {
    const page = await browser.open('/admin/import', 'global-administrator')
    await choose(page, FAULTY)
    await page.getByText('The file has 2 errors').waitFor()
    await page.getByRole('rowheader', { name: 'locations › Nowhere › timeZone' }).waitFor()
    await page.getByRole('rowheader', { name: 'users › faulty@example.com › primaryLocation' }).waitFor()
    await page.getByRole('cell', { name: 'reference_unknown' }).waitFor()
    expect(await page.getByRole('button', { name: 'Import', exact: true }).count()).toBe(0)
    expectNoErrors(page)
  })

  it('takes people of a CSV file that is dropped, with each mistake by line and column, and pasted cells that are right', async () => {
    const page = await browser.open('/admin/import', 'global-administrator')
    const template = await contentOf(page, page.getByRole('link', { name: 'template for people (CSV)' }))
    expect(template.toString()).toMatch(/^\uFEFFuserName,email,firstName,lastName,primaryLocation,groups\.department,/)
    const [userName, group] = [`csv-${Date.now()}@example.com`, `Csv ${Date.now()}`]
    const faulty = `E-mail;First name;primaryLocation;Cost\n${userName};Zoë;Unknown House;1\nno-address;;;\n`
    const dataTransfer = await page.evaluateHandle((text) => {
      const made = new DataTransfer()
      // As Excel writes it: one byte for ë, which is no UTF-8.
      made.items.add(new File([Uint8Array.from(text, (character) => character.charCodeAt(0))], 'people.csv'))
      return made
    }, faulty)
    await page.getByTestId('drop').dispatchEvent('drop', { dataTransfer })
    await page.getByRole('rowheader', { name: `Line 2, column primaryLocation ${userName}` }).waitFor()
    await page.getByRole('rowheader', { name: 'Line 3, column E-mail no-address' }).waitFor()
    await page.getByText('This is not an e-mail address such as ada@example.com.').waitFor()
    await page.getByText('The column Cost is not known here, and 1 cell of it is ignored.').waitFor()
    await page.getByRole('button', { name: 'Paste people instead' }).click()
    const pasted = page.getByRole('textbox', { name: /^People as CSV/ })
    await pasted.fill('First name\tLast name\nZoë\tZander')
    await page.getByRole('button', { name: 'Check the people' }).click()
    await page.getByText('Line 1: the first line names the columns').waitFor()
    await expectAccessible(page)
    await pasted.fill(`E-mail\tFirst name\tgroups.department\tweekPlan.monday\n${userName}\tZoë\t${group}\tremote`)
    await page.getByRole('button', { name: 'Check the people' }).click()
    await page.getByText('The file can be imported').waitFor()
    expect(await row(page, 'Groups').textContent()).toBe('Groups1000')
    await page.getByText(`Groups: ${group}`, { exact: true }).waitFor()
    await page.getByText(`Users: ${userName}`, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Import now' }).click()
    await page.getByText('The file is imported').waitFor()
    const { items } = await ask<{ items: object[] }>(page, 'GET', `/api/users?search=${encodeURIComponent(userName)}`)
    expect(items).toMatchObject([{ userName, email: userName, firstName: 'Zoë', primaryGroupName: group }])
    expectNoErrors(page)
  })

  it('checks a file of the same name again, and warns of names that differ only by letter case', async () => {
    const page = await browser.open('/admin/import', 'global-administrator')
    const group = `Same ${Date.now()}`
    await choose(page, FAULTY)
    await page.getByText('The file has 2 errors').waitFor()
    // A browser reports a choice only where it differs from what the field has.
    expect(await page.locator('input[type=file]').inputValue()).toBe('')
    await page.getByText("company's.json").waitFor()
    await ask(page, 'POST', '/api/groups', { groupName: group, groupType: 'zz-kind' })
    await choose(page, { groups: [{ name: group.toUpperCase(), type: 'Zz-Kind' }] })
    await page.getByText('The file can be imported').waitFor()
    await page.getByText(`differs only by upper and lower case from the stored group ${group} (zz-kind)`).waitFor()
    expect(await page.locator('input[type=file]').inputValue()).toBe('')
    expectNoErrors(page)
  })

  it('shows ignored keys next to the changes', async () => {
    const page = await browser.open('/admin/import', 'global-administrator')
    await choose(page, { locations: [{ name: 'Never Imported House', timeZone: 'UTC', adress: 'Somewhere 1' }] })
    await page.getByText('The file can be imported').waitFor()
    const words = 'is not a known key and is ignored; the nearest known one is address'
    await page.getByText(`locations › Never Imported House › adress ${words}`).waitFor()
    await expectAccessible(page)
    expectNoErrors(page)
  })

  it('asks for a confirmation when a file exceeds the guard', async () => {
    const page = await browser.open('/admin/import', 'global-administrator')
    const name = `Guarded House ${Date.now()}`
    const file = (status: string) => {
      const parkingBays = Array.from({ length: 500 }, (_, n) => ({ name: `P-${n}`, status }))
      return { locations: [{ name, timeZone: 'Europe/Madrid', parkingBays }] }
    }
    const apply = page.getByRole('dialog').getByRole('button', { name: 'Import now' })
    await choose(page, file('active'))
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await apply.click()
    await page.getByText('The file is imported').waitFor()
    await choose(page, file('inactive'))
    await page.getByText(/sets 500 of [\d,]+ active parking bays inactive/).waitFor()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect.poll(() => apply.isDisabled()).toBe(true)
    await page.getByLabel(/I have checked the file/).check()
    await apply.click()
    await page.getByText('The file is imported').waitFor()
    expectNoErrors(page)
  })

  it('explains what to do with files that cannot be sent', async () => {
    const page = await browser.open('/admin/import', 'global-administrator')
    await choose(page, '{ "locations": ')
    await page.getByText(/The file is not valid JSON/).waitFor()
    await choose(page, [])
    await page.getByText('The file must be one JSON object.').waitFor()
    await choose(page, { padding: 'x'.repeat(8 * 1024 * 1024) })
    await page.getByText(`npx rollcall import 'company'\\''s.json' --dry-run`).waitFor()
    expectNoErrors(page)
  })

  it('is for global administrators only', async () => {
    const page = await browser.open('/admin/import', 'workplace-administrator')
    await page.getByText('Only global administrators import').waitFor()
    expect(await page.locator('input[type=file]').count()).toBe(0)
    expectNoErrors(page)
  })

  it('is accessible', async () => {
    const page = await browser.open('/admin/import', 'global-administrator')
    await page.getByText('Choose a file').waitFor()
    await expectAccessible(page)
    await choose(page, FAULTY)
    await page.getByText('The file has 2 errors').waitFor()
    await expectAccessible(page)
    await choose(page, { locations: [{ name: 'Never Imported House', timeZone: 'UTC' }] })
    await page.getByText('The file can be imported').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page)
    expectNoErrors(page)
  })

  it('fits on a phone', async () => {
    const page = await browser.open('/admin/import', 'global-administrator', PHONE)
    await choose(page, FAULTY)
    await page.getByText('The file has 2 errors').waitFor()
    await expectNarrow(page)
    await choose(page, { locations: [{ name: 'Never Imported House', timeZone: 'UTC' }] })
    await page.getByText('The file can be imported').waitFor()
    await expectNarrow(page)
    expectNoErrors(page)
  })
})
