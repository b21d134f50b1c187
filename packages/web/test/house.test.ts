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
const CALLED_BY_ACTION = ['pages/admin/users/make-primary.ts', 'pages/me/events/save-event.ts', 'pages/profile/this-device.ts']
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

/** A form in a dialog with more fields than this keeps a draft. */
const MAX_WITHOUT_DRAFT = 4
/** Such forms without one, and why. */
const WITHOUT_DRAFT: Readonly<Record<string, string>> = {
  'pages/admin/places/plan/grid-modal.tsx GridModal':
    'adds desks to a plan that is not saved yet either, and that a reload loses',
}

const FIELD =
  /<(?:\w*Select|\w+(?:Input|Field|Picker)|Autocomplete|Checkbox(?:\.Group)?|Radio\.Group|SegmentedControl|Switch|Textarea)\b/g
/** The choices of a group are one field. */
const CHOICES = /(<(Checkbox|Radio)\.Group\b).*?<\/\2\.Group>/gs
/** A form says to the dialog around it what is unsaved, by itself or by one of these parts. */
const IS_IN_DIALOG = /\buseUnsaved\(|<(?:Unsaved|FormModal|ModalForm)\b/

/** The components of the app, by the path of their file and their name. */
const readComponents = async (): Promise<ReadonlyMap<string, string>> => {
  const partsOf = ([path, text]: [string, string]) =>
    text.split(/^(?=(?:export )?(?:const|interface|type) )/m).flatMap((part): [string, string][] => {
      const name = /^(?:export )?const ([A-Z]\w*) =/.exec(part)?.[1]
      return name === undefined ? [] : [[`${path} ${name}`, part]]
    })
  return new Map((await readSources()).flatMap(partsOf))
}

test('every longer form in a dialog keeps a draft, in which there are no passwords', async () => {
  const components = await readComponents()
  const texts = new Map(await readSources())
  const nameIn = (path: string, tag: string): string => {
    const imported = new RegExp(`import \\{[^}]*\\b${tag}\\b[^}]*\\} from '\\./([^']+)'`).exec(texts.get(path) ?? '')?.[1]
    return `${imported === undefined ? path : join(dirname(path), imported)} ${tag}`
  }
  /** What the component and the parts beside it show. */
  const shownBy = (name: string, seen = new Set<string>()): string => {
    const text = components.get(name)
    if (text === undefined || seen.has(name)) return ''
    seen.add(name)
    const parts = [...text.replace(FIELD, '').matchAll(/<([A-Z]\w*)/g)].map(([, tag]) =>
      nameIn(name.split(' ')[0] as string, tag as string),
    )
    return [text, ...parts.map((part) => shownBy(part, seen))].join('\n')
  }
  const forms = [...components].filter(([path, text]) => IS_IN_DIALOG.test(text) && !path.startsWith('components/'))
  const shown = forms.map(([name, text]) => {
    const all = shownBy(name)
    const count = all.replace(CHOICES, '$1').match(FIELD)?.length ?? 0
    return {
      name,
      count,
      hasDraft: /\bdraft=|<Draft\b/.test(text),
      isSafe: !/<PasswordInput\b/.test(all) || /\bsecrets=/.test(text),
    }
  })
  const counts = Object.fromEntries(shown.map(({ name, count }) => [name, count]))
  expect(counts).toMatchObject({
    'pages/me/events/event-form.tsx EventForm': 10,
    'pages/admin/kiosk-screens/screen-modal.tsx ScreenModal': 8,
  })
  const without = shown.filter(({ hasDraft }) => !hasDraft)
  const long = without.filter(({ count }) => count > MAX_WITHOUT_DRAFT).map(({ name }) => name)
  expect(long.filter((name) => !(name in WITHOUT_DRAFT))).toEqual([])
  expect(without.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(WITHOUT_DRAFT)))
  expect(shown.filter(({ hasDraft, isSafe }) => hasDraft && !isSafe)).toEqual([])
  expect(shown.filter(({ hasDraft }) => hasDraft).length).toBeGreaterThan(15)
})
