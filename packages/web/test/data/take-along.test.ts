import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
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
    const read = async () => (await page.request.get(`/v1/analytics/events?${query()}&format=${format}`)).body()
    const before = await read()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: label, exact: true }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`${NAME}.${format}`)
    const content = await readFile(await file.path())
    expect(content.length).toBeGreaterThan(0)
    // Presence that another test sends at that moment changes `updatedAt` of today's events.
    expect([before, await read()].some((answer) => answer.equals(content))).toBe(true)
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
      await runLine(line, folder)
      const answer = await page.request.get(`/v1/analytics/events?${query()}&format=${format}`)
      expect(await readFile(join(folder, `${NAME}.${format}`), 'utf8')).toBe(await answer.text())
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
