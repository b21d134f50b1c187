import { Alert, List } from '@mantine/core'
import type { ImportOutcome } from '@rollcall/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { showNumber } from '../../../components/number-format.ts'
import { pointerInWords } from './directory-file.ts'

const READABLE = { title: { color: 'var(--mantine-color-text)' } }
/** More would hide what would change. */
const SHOWN = 20

/** What a file says in vain, and what the import guard refuses unless forced. */
export const WarningsView = ({ warnings, document }: Pick<ImportOutcome, 'warnings'> & { document: object }) => {
  if (warnings.length === 0) return null
  const rest = warnings.length - SHOWN
  return (
    <Alert
      color="yellow"
      variant="outline"
      styles={READABLE}
      icon={<IconAlertTriangle aria-hidden="true" />}
      title={warnings.length === 1 ? 'Check this first' : `Check these ${showNumber(warnings.length)} first`}
    >
      <List size="sm">
        {warnings.slice(0, SHOWN).map(({ pointer, code, message, count }) => (
          <List.Item key={`${pointer} ${message}`}>
            {code === 'import_guard' ? `The file ${message}.` : `${pointerInWords(document, pointer)} ${message}.`}
            {code === 'key_ignored' && count > 1 ? ` The key occurs ${showNumber(count)} times.` : ''}
          </List.Item>
        ))}
        {rest > 0 ? <List.Item>And {showNumber(rest)} more.</List.Item> : null}
      </List>
    </Alert>
  )
}
