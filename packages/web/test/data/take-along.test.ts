import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { curlLine } from '../../src/pages/data/explorer/take-along.ts'
import { expectNoErrors, startBrowser, type TestBrowser } from '../support/browser.ts'
import { openDemo } from '../support/demo.ts'
import { dayFromNow, makeBuilding, type OwnBuilding, rowsRead } from './support.ts'

let browser: TestBrowser
let own: OwnBuilding
let folder: string
beforeAll(async () => {
  browser = await startBrowser()
  own = await makeBuilding()
  folder = await mkdtemp(join(tmpdir(), 'rollcall-curl-'))
})
afterAll(async () => {
  await browser?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const DAYS = { startDate: dayFromNow(0), endDate: dayFromNow(14) }
const NAME = `events_${DAYS.startDate}_${DAYS.endDate}`
const query = () => new URLSearchParams({ ...DAYS, locationId: own.locationId }).toString()

const openEvents = async () => {
  const page = await browser.open(`/data?dataset=events&${query()}`, 'analytics-administrator')
  await rowsRead(page)
  await page.getByRole('button', { name: 'Download and curl' }).click()
  return page
}

/**
 * Waits until what is saved is what the API had before: other tests that make events of a day, or send presence of it, change
 * `updatedAt` of all its events.
 */
const expectAsRead = (page: Page, format: string, save: () => Promise<Buffer>) =>
  expect
    .poll(async () => {
      const before = await (await page.request.get(`/v1/analytics/events?${query()}&format=${format}`)).body()
      const content = await save()
      return content.length > 0 && content.equals(before)
    })
    .toBe(true)

/** Runs a line as it is copied, with a key in the environment. */
const runLine = async (line: string, cwd: string) => {
  const { key } = await openDemo()
  const env = { PATH: process.env.PATH, KEY_ID: key.id, KEY_SECRET: key.secret }
  return promisify(execFile)('sh', ['-c', line], { cwd, env })
}
const hasCurl = await promisify(execFile)('curl', ['--version']).then(
  () => true,
  () => false,
)

describe('what the explorer shows', () => {
  it.each(['CSV', 'JSON', 'NDJSON', 'Parquet'])('is downloaded as %s, byte for byte as the API has it', async (label) => {
    const format = label.toLowerCase()
    const page = await openEvents()
    const names = new Set<string>()
    await expectAsRead(page, format, async () => {
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: label, exact: true }).click()
      const file = await download
      names.add(file.suggestedFilename())
      return readFile(await file.path())
    })
    expect([...names]).toEqual([`${NAME}.${format}`])
    expectNoErrors(page)
  })

  it.runIf(hasCurl)('is read by the curl line that is copied, with a key', async () => {
    const page = await openEvents()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    for (const [label, format] of [
      ['NDJSON', 'ndjson'],
      ['CSV', 'csv'],
    ] as const) {
      await page.getByRole('radiogroup', { name: 'Format of the curl line' }).getByText(label, { exact: true }).click()
      await page
        .getByRole('button', { name: 'Copy the curl line' })
        .or(page.getByRole('button', { name: 'Copied' }))
        .click()
      const line = (await page.getByTestId('curl').textContent()) as string
      expect(line).toContain(`.${format}`)
      // The browser writes it some time after the click.
      await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(line)
      await expectAsRead(page, format, async () => {
        await runLine(line, folder)
        return readFile(join(folder, `${NAME}.${format}`))
      })
    }
    expectNoErrors(page)
  })

  it.runIf(hasCurl)('is quoted so that no shell interprets it', async () => {
    const evil = `2026-01-05'; touch "$HOME/x" \`id\` $(id) \\ `
    const line = curlLine(`http://127.0.0.1:1/v1/analytics/events/basic?x=${evil}`, `${evil}.csv`)
    const { stdout } = await promisify(execFile)('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${line}`], {
      env: { PATH: process.env.PATH, KEY_ID: 'id', KEY_SECRET: 'secret' },
    })
    const words = stdout.slice(0, -1).split('\n')
    expect(words.slice(0, 6)).toEqual(['--fail', '--silent', '--show-error', '--compressed', '-u', 'id:secret'])
    expect(words.slice(6)).toEqual(['-o', `${evil}.csv`, `http://127.0.0.1:1/v1/analytics/events/basic?x=${evil}`])
  })
})
