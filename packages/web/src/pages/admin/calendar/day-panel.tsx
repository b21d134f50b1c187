import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Paper, Text } from '@mantine/core'
import { fullDay } from '../../../time/days.ts'
import { type Calendar, closedWords, dayOf } from '../../../workplace/calendar.ts'
import type { Open } from './open-dialog.tsx'

interface Props {
  readonly calendar: Calendar
  readonly day: string
  readonly onOpen: ((open: Open) => void) | undefined
}

/** What the chosen day is, and what it can become. */
export const DayPanel = ({ calendar, day, onOpen }: Props) => {
  const shown = dayOf(calendar, day)
  const usual = shown.type === 'weekend' ? t`Weekend` : t`Working day`
  const kind = closedWords(shown) ?? usual
  const words = shown.isOutage ? t`${kind}, outage of presence reporting` : kind
  const date = fullDay(day)
  const period = { firstDay: day, lastDay: day }
  return (
    <Paper component="section" withBorder p="sm" aria-label={t`Chosen day`}>
      <Group justify="space-between" gap="sm" mih={36}>
        <Text role="status" style={{ overflowWrap: 'anywhere' }}>
          <Trans>
            <Text span fw={700} inherit>
              {date}
            </Text>
            : {words}
          </Trans>
        </Text>
        {onOpen ? (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => onOpen({ what: 'holiday', day })}>
              <Trans>Enter a holiday</Trans>
            </Button>
            <Button size="xs" variant="default" onClick={() => onOpen({ what: 'closure', period })}>
              <Trans>Close the building</Trans>
            </Button>
            {day <= calendar.today ? (
              <Button size="xs" variant="default" onClick={() => onOpen({ what: 'outage', period })}>
                <Trans>Enter an outage</Trans>
              </Button>
            ) : null}
          </Group>
        ) : null}
      </Group>
    </Paper>
  )
}
