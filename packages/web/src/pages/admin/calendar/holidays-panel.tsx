import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { fullDay } from '../../../time/days.ts'
import { momentDayText } from '../../../time/zoned-time.ts'
import type { Calendar } from '../../../workplace/calendar.ts'
import { Panel } from '../shared/panel.tsx'
import { EntriesTable } from './entries-table.tsx'
import type { Open } from './open-dialog.tsx'

interface Props {
  readonly calendar: Calendar
  readonly onOpen: ((open: Open) => void) | undefined
}

/** `Imported from germany.ics on Monday, 5 January 2026, there Erster Mai`. */
const originOf = (holiday: Calendar['holidays'][number]): string => {
  if (holiday.uid === null) return t({ message: 'Entered', context: 'origin of a holiday' })
  const { importedName } = holiday
  const origin = importWords(holiday)
  return importedName === null ? origin : t`${origin}, there ${importedName}`
}

const importWords = ({ calendarName, importedAt }: Calendar['holidays'][number]): string => {
  if (importedAt === null) return calendarName === null ? t`Imported` : t`Imported from ${calendarName}`
  const date = momentDayText(importedAt)
  return calendarName === null ? t`Imported on ${date}` : t`Imported from ${calendarName} on ${date}`
}

/** The holidays of the year. */
export const HolidaysPanel = ({ calendar: { holidays, year }, onOpen }: Props) => {
  const namesOf = (day: string) => holidays.filter((each) => each.day === day).map(({ name }) => name)
  const actionsOf = ({ day, name, uid }: Calendar['holidays'][number]) => (
    <Group gap={6} wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t`Rename ${name}, ${fullDay(day)}`}
        onClick={() => onOpen?.({ what: 'holiday', day, name, uid })}
      >
        <Trans>Rename</Trans>
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t`Remove ${name}, ${fullDay(day)}`}
        onClick={() => onOpen?.({ what: 'remove-holiday', day, names: namesOf(day) })}
      >
        <Trans>Remove</Trans>
      </Button>
    </Group>
  )
  return (
    <Panel
      title={t`Holidays`}
      description={t`A name that you give an imported holiday stays when its file is imported again.`}
      actions={
        onOpen ? (
          <>
            <Button size="xs" onClick={() => onOpen({ what: 'import' })}>
              <Trans>Import a file</Trans>
            </Button>
            <Button size="xs" variant="default" onClick={() => onOpen({ what: 'holiday' })}>
              <Trans>Add a holiday</Trans>
            </Button>
            <Button size="xs" variant="default" onClick={() => onOpen({ what: 'remove-imported' })}>
              <Trans>Remove an import</Trans>
            </Button>
          </>
        ) : null
      }
    >
      {holidays.length === 0 ? (
        <Text size="sm">
          <Trans>There is no holiday in {year}.</Trans>
        </Text>
      ) : (
        <EntriesTable
          id="holidays"
          label={t`Holidays of ${year}`}
          heads={{ day: t`Day`, name: t`Name`, from: t({ message: 'From', context: 'origin of a holiday' }) }}
          changeHead={onOpen ? t({ message: 'Change', context: 'verb' }) : undefined}
          entries={holidays.map((holiday) => {
            const { day, name, uid } = holiday
            return { key: `${day} ${uid}`, cells: [fullDay(day), name, originOf(holiday)], change: onOpen && actionsOf(holiday) }
          })}
        />
      )}
    </Panel>
  )
}
