import type { Format } from '@rollcall/contract'
import type { Dataset } from './datasets.ts'
import type { Question } from './question-view.ts'

export const FORMATS: readonly { readonly format: Format; readonly label: string }[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'json', label: 'JSON' },
  { format: 'ndjson', label: 'NDJSON' },
  { format: 'parquet', label: 'Parquet' },
]

/** A name such as `presence_2026-01-05_2026-01-30.csv`, in the style of the service. */
export const fileName = ({ name }: Dataset, { startDate, endDate }: Question, format: Format): string =>
  `${[name, startDate, endDate].filter(Boolean).join('_')}.${format}`

/** Quotes a text as one shell word. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A curl line that reads an address into a file with a key, whose id and secret stay out of the line. */
export const curlLine = (address: string, file: string): string =>
  [
    'curl --fail --silent --show-error --compressed -u "$KEY_ID:$KEY_SECRET"',
    `  -o ${quoted(file)}`,
    `  ${quoted(address)}`,
  ].join(' \\\n')
