import type { Report, ReportContent, ReportScope } from '@rollcall/contract'
import type { Letter } from '../letter.ts'
import type { ReportWords } from './report-words.ts'

type Unit = ReportContent['figures'][number]['unit']
type Row = ReportContent['tables'][number]['rows'][number]

/** As the service writes it into the report: more are counted. */
const MAX_NAMED = 4

/** Days, buildings and groups as a language writes them. */
const scopeText = ({ from, to, locations, groups }: ReportScope, isForecast: boolean, words: ReportWords): string => {
  const days = new Intl.DateTimeFormat(words.locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  const named = (asked: ReportScope['locations'], all: string, many: (count: number) => string) => {
    if (asked.length === 0) return all
    if (asked.length > MAX_NAMED) return many(asked.length)
    return asked.map(({ id, name }) => name ?? (id === 'none' ? words.noBuilding : words.unknown)).join(', ')
  }
  return [
    named(locations, words.allLocations, words.locations),
    named(groups, words.allGroups, words.groups),
    isForecast ? words.asOf(days.format(new Date(to))) : days.formatRange(new Date(from), new Date(to)),
  ].join(' · ')
}

const rowText = ({ label, code, day }: Row, words: ReportWords): string => {
  const days = new Intl.DateTimeFormat(words.locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
  if (code === 'noBuilding') return words.noBuilding
  if (code === null || day === null) return label
  return code === 'week' ? words.weekOf(days.format(new Date(day))) : days.format(new Date(day))
}

/** Figures and tables of a report, with words and numbers as a language writes them; withheld or unknown is a dash. */
export const reportParts = (
  { scope, scopeFacts, page, content }: Report,
  scopeWord: string,
  words?: ReportWords,
): Pick<Letter, 'facts' | 'tables'> => {
  const locale = words?.locale ?? 'en'
  const amount = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const share = new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const show = (value: number | null | undefined, unit: Unit): string =>
    typeof value !== 'number' ? '–' : (unit === 'share' ? share : amount).format(value)
  const asked = words ? scopeText(scopeFacts, page === '/analytics/forecast', words) : scope
  return {
    facts: [
      [scopeWord, asked],
      ...content.figures.map(({ label, code, unit, value }) => [words?.labels[code] ?? label, show(value, unit)] as const),
    ],
    tables: content.tables.map(({ title, titleCode, columns, rows, isDrawn }) => {
      const most = Math.max(...rows.map(({ values: [first] }) => first ?? 0), 1e-9)
      return {
        title: words?.titles[titleCode] ?? title,
        heading: ['', ...columns.map(({ label, code }) => words?.labels[code] ?? label)],
        rows: rows.map((row) => ({
          cells: [words ? rowText(row, words) : row.label, ...columns.map(({ unit }, index) => show(row.values[index], unit))],
          ...(isDrawn ? { bar: (row.values[0] ?? 0) / most } : {}),
        })),
      }
    }),
  }
}
