import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, List } from '@mantine/core'
import type { ImportOutcome } from '@rollcall/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { showNumber } from '../../../components/format.ts'
import { LANGUAGE } from '../../../language/language.ts'
import type { DirectoryFile, Place } from './directory-file.ts'

type Warning = ImportOutcome['warnings'][number]

const READABLE = { title: { color: 'var(--mantine-color-text)' } }
/** A longer list would hide the changes. */
const SHOWN = 20

/** What to check, by its code. The service says it in English, with more detail. */
const WORDS: Readonly<Record<string, (count: number) => string>> = {
  key_ignored: () => t`This is not known here, and is ignored.`,
  too_many_warnings: () => t`There are more keys that are not known, which are not listed.`,
  user_origin: (count) =>
    plural(count, {
      one: '# person stays as their provider wants it.',
      other: '# people stay as their providers want it.',
    }),
  name_case: () => t`This differs from what is stored only by upper and lower case, and is added as another one.`,
  import_guard: (count) =>
    plural(count, {
      one: '# change is more than the guard of the organization allows. It has to be forced.',
      other: '# changes are more than the guard of the organization allows. They have to be forced.',
    }),
}

const warningText = ({ code, message, count }: Warning, { words: place, column }: Place): string => {
  // People who made a table need no key of the API that looks like the name of its column.
  if (code === 'key_ignored' && column !== undefined) return ignoredColumnWords(column, count)
  const words = LANGUAGE === 'en' ? undefined : WORDS[code]?.(count)
  if (words) return `${place}: ${words}`
  return code === 'import_guard' ? t`The file ${message}.` : `${place} ${message}.`
}

const ignoredColumnWords = (column: string, count: number): string =>
  t`The column ${column} is not known here, and ${plural(count, { one: '# cell of it is', other: '# cells of it are' })} ignored. The template has the columns that are known.`

const occursWords = (count: number): string => {
  const times = showNumber(count)
  return t`The key occurs ${times} times.`
}

/** What a column says of itself already has its count. */
const isCounted = ({ code, count }: Warning, { column }: Place): boolean =>
  code === 'key_ignored' && count > 1 && column === undefined

/** The keys that the import ignores, names that are almost taken, and the changes that the import guard refuses unless forced. */
export const WarningsView = ({ warnings, placeOf }: Pick<ImportOutcome, 'warnings'> & Pick<DirectoryFile, 'placeOf'>) => {
  if (warnings.length === 0) return null
  const [many, rest] = [showNumber(warnings.length), warnings.length - SHOWN]
  const more = showNumber(rest)
  return (
    <Alert
      color="yellow"
      variant="outline"
      styles={READABLE}
      icon={<IconAlertTriangle aria-hidden="true" />}
      title={warnings.length === 1 ? t`Check this first` : t`Check these ${many} first`}
    >
      <List size="sm">
        {warnings.slice(0, SHOWN).map((warning) => (
          <List.Item key={`${warning.pointer} ${warning.message}`}>
            {warningText(warning, placeOf(warning.pointer))}
            {isCounted(warning, placeOf(warning.pointer)) ? ` ${occursWords(warning.count)}` : ''}
          </List.Item>
        ))}
        {rest > 0 ? (
          <List.Item>
            <Trans>And {more} more.</Trans>
          </List.Item>
        ) : null}
      </List>
    </Alert>
  )
}
