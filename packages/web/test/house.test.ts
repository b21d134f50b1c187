import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ENDPOINTS } from '@rollcall/contract'
import { expect, test } from 'vitest'
import { findCircle, findUpward, groupArrows, readArrows } from '../../../scripts/imports.ts'

const SOURCE = join(import.meta.dirname, '../src')

/** From the ground up: a floor imports its own files and those of the floors below it. On the roof stand `main.tsx` and its router. */
const FLOORS = ['language', 'look', 'time', 'offline', 'errors', 'api', 'components', 'workplace', 'shell', 'pages']

const readSources = async (): Promise<[path: string, text: string][]> => {
  const paths = (await readdir(SOURCE, { recursive: true })).filter((path) => /\.tsx?$/.test(path))
  return Promise.all(paths.map(async (path) => [path, await readFile(join(SOURCE, path), 'utf8')] as [string, string]))
}

/** Parts that run what they are given as an action. */
const RUNS_AS_ACTION = /\b(useAction|useDayCommand|DayCommand|FormModal|ModalForm|ConfirmModal)\b/

/** Modules whose functions are called by the action of the form beside them. */
const CALLED_BY_ACTION = ['pages/me/events/save-event.ts', 'pages/profile/this-device.ts']
/** Modules that write once in a session by themselves, without a click. */
const WITHOUT_CLICKS = ['shell/renew-device.ts']

test('no import leads to a higher floor', async () => {
  const arrows = await readArrows(SOURCE)
  expect(arrows.length).toBeGreaterThan(1000)
  expect(findUpward(arrows, FLOORS)).toEqual([])
})

test('a section of the navigation imports no other section', async () => {
  const sectionOf = (path: string) => /^pages\/([^/]+)\//.exec(path)?.[1]
  const arrows = await readArrows(SOURCE)
  expect(new Set(arrows.map(({ from }) => sectionOf(from)))).toContain('troubleshooting')
  expect(arrows.filter(({ from, to }) => sectionOf(from) && sectionOf(to) && sectionOf(from) !== sectionOf(to))).toEqual([])
})

test('there is no cycle of files or of folders, type imports included', async () => {
  const arrows = await readArrows(SOURCE)
  expect(findCircle(groupArrows(arrows))).toBeUndefined()
  expect(groupArrows(arrows, dirname).get('pages/admin/places')?.has('pages/admin/places/kinds')).toBe(true)
  expect(findCircle(groupArrows(arrows, dirname))).toBeUndefined()
})

test('everything that changes something on the service goes through the guard against repeated clicks', async () => {
  const writing = Object.entries(ENDPOINTS).flatMap(([operation, { method }]) => (method === 'GET' ? [] : [operation]))
  const writers = new RegExp(`\\bcall\\(\\s*(?:'(?:${writing.join('|')})'|[a-z])`)
  const unguarded: string[] = []
  let guarded = 0
  for (const [path, text] of await readSources()) {
    if (path.startsWith('api/')) continue
    if (/\buseMutation\b/.test(text)) unguarded.push(`${path} uses useMutation`)
    if (!writers.test(text) || WITHOUT_CLICKS.includes(path)) continue
    if (RUNS_AS_ACTION.test(text) || CALLED_BY_ACTION.includes(path)) guarded++
    else unguarded.push(`${path} calls a writing operation outside useAction`)
  }
  expect(unguarded).toEqual([])
  expect(guarded).toBeGreaterThan(20)
})

test('days and times are written in one module and chosen in our own fields, whatever language the browser speaks', async () => {
  const strays: string[] = []
  for (const [path, text] of await readSources()) {
    if (/type="(?:date|time|datetime-local|month|week)"/.test(text)) strays.push(`${path} has a field of the browser`)
    if (/toLocale(?:Date|Time)?String/.test(text)) strays.push(`${path} writes in the language of the browser`)
    if (!path.startsWith('time/') && /new Intl\.DateTimeFormat/.test(text)) strays.push(`${path} writes days itself`)
  }
  expect(strays).toEqual([])
})

/** Tables without the tools of `FactTable` and `ListTable`, and why. */
const OTHER_TABLES: Readonly<Record<string, string>> = {
  'components/chart/chart.tsx': 'the values of a chart, whose frame has their file',
  'components/facts.tsx': 'names with one value each',
  'components/floor-map/floor-list.tsx': 'the map in words; the table of the desks has their file',
  'pages/admin/audit/audit-details.tsx': 'the fields of one entry',
  'pages/admin/calendar/year-grid.tsx': 'a calendar',
  'pages/admin/places/building-page.tsx': 'settings, one in a row',
  'pages/admin/sso/test-steps.tsx': 'the steps of a test',
  'pages/data/grid/row-grid.tsx': 'rows of a dataset, with files and a choice of columns of its own',
  'pages/home/office/trend-card.tsx': 'a chart of a week in a card',
  'pages/me/colleagues/colleague-week.tsx': 'a calendar of people',
  'pages/me/plan/month-plan.tsx': 'a calendar',
  'pages/profile/kinds-section.tsx': 'switches',
  'pages/profile/profile-page.tsx': 'settings, one in a row',
  'pages/troubleshooting/spaces/heat-strip.tsx': 'a map of hours',
  'shell/shortcut-sheet.tsx': 'keys and what they do',
}

test('every table of facts has the file, the filter and the choice of columns that all have', async () => {
  const others = new Set<string>()
  let shared = 0
  for (const [path, text] of await readSources()) {
    if (path.startsWith('components/table/')) continue
    if (/<(?:Table|DataTable|table)\b/.test(text)) others.add(path)
    shared += text.match(/<(?:FactTable|ListTable)\b/g)?.length ?? 0
  }
  expect([...others].sort()).toEqual(Object.keys(OTHER_TABLES).sort())
  expect(shared).toBeGreaterThan(40)
})
