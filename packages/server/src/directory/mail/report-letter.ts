import type { Report, ReportContent } from '@rollcall/contract'
import type { Letter } from './letter.ts'

type Unit = ReportContent['figures'][number]['unit']

/** Figures and tables of a report, with numbers as a language writes them and names as the report has them; withheld or unknown is a dash. */
export const reportParts = ({ scope, content }: Report, locale: string, scopeWord: string): Pick<Letter, 'facts' | 'tables'> => {
  const amount = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const share = new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const show = (value: number | null | undefined, unit: Unit): string =>
    typeof value !== 'number' ? '–' : (unit === 'share' ? share : amount).format(value)
  return {
    facts: [[scopeWord, scope], ...content.figures.map(({ label, unit, value }) => [label, show(value, unit)] as const)],
    tables: content.tables.map(({ title, columns, rows, isDrawn }) => {
      const most = Math.max(...rows.map(({ values: [first] }) => first ?? 0), 1e-9)
      return {
        title,
        heading: ['', ...columns.map(({ label }) => label)],
        rows: rows.map(({ label, values }) => ({
          cells: [label, ...columns.map(({ unit }, index) => show(values[index], unit))],
          ...(isDrawn ? { bar: (values[0] ?? 0) / most } : {}),
        })),
      }
    }),
  }
}
