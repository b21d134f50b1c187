/** Writes days and durations as the app does in the language of the first argument, which is read once, when modules are loaded. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { i18n } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { compileMessage } from '@lingui/message-utils/compileMessage'

const [, , language = 'de'] = process.argv
const location = { pathname: '/', search: '' }
Object.assign(globalThis, { window: globalThis, location, localStorage: { getItem: () => language } })

const path = join(import.meta.dirname, `../../src/language/${language}/app.po`)
const catalog = await formatter().parse(await readFile(path, 'utf8'), { locale: language, sourceLocale: 'en', filename: path })
i18n.setMessagesCompiler(compileMessage)
i18n.loadAndActivate({
  locale: language,
  messages: Object.fromEntries(Object.entries(catalog).map(([id, { translation = '' }]) => [id, translation])),
})
const { dayRange, fullDay, monthName, shortNameOfWeekday, weekdayName } = await import('../../src/time/days.ts')
const { readDay } = await import('../../src/time/read-day.ts')
const { durationText, momentText } = await import('../../src/time/zoned-time.ts')

const written = {
  days: ['2026-11-24', '2026-03-01', '2026-07-08'].map(fullDay),
  names: [weekdayName('2026-11-24'), monthName('2026-11-24'), shortNameOfWeekday(2)],
  ranges: [dayRange('2026-11-23', '2026-11-29'), dayRange('2026-11-30', '2026-12-06'), dayRange('2026-12-28', '2027-01-03')],
  durations: [durationText(185_000_000), durationText(0)],
  moment: momentText('2026-11-24T13:05:00Z', 'America/New_York'),
}
const everyDay = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}-09`)
const unread = everyDay.filter((day) => readDay(fullDay(day)) !== day)
const typed = process.argv.slice(3).map((text) => readDay(text))
console.log(JSON.stringify({ ...written, unread, typed }))
