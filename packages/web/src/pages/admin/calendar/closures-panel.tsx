import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { dayRange } from '../../../time/days.ts'
import type { Calendar } from '../../../workplace/calendar.ts'
import { Panel } from '../shared/panel.tsx'
import { EntriesTable, removeButton } from './entries-table.tsx'
import type { Open } from './open-dialog.tsx'

interface Props {
  readonly calendar: Calendar
  readonly onOpen: ((open: Open) => void) | undefined
}

/** The days on which the building is closed. */
export const ClosuresPanel = ({ calendar: { closures, year }, onOpen }: Props) => (
  <Panel
    title={t`Closures`}
    actions={
      onOpen ? (
        <Button size="xs" variant="default" onClick={() => onOpen({ what: 'closure' })}>
          <Trans>Add a closure</Trans>
        </Button>
      ) : null
    }
  >
    {closures.length === 0 ? (
      <Text size="sm">
        <Trans>The building is not closed in {year}.</Trans>
      </Text>
    ) : (
      <EntriesTable
        id="closures"
        label={t`Closures of ${year}`}
        heads={{ days: t`Days`, reason: t`Reason` }}
        changeHead={onOpen ? t({ message: 'Change', context: 'verb' }) : undefined}
        entries={closures.map(({ closureId, firstDay, lastDay, reason }) => {
          const days = dayRange(firstDay, lastDay)
          const open = () => onOpen?.({ what: 'remove-closure', id: closureId, period: { firstDay, lastDay } })
          return {
            key: closureId,
            cells: [days, reason],
            change: removeButton(t`Remove the closure of ${days}`, open),
          }
        })}
      />
    )}
  </Panel>
)
