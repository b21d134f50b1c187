import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { shortDay } from '../../../time/days.ts'
import type { UserDay } from '../../../workplace/plans.ts'

export type What = 'book' | 'swap'

/** The names of the buttons of a day, for screen readers. */
export const wordsOf = ({ day }: UserDay) => {
  const date = shortDay(day)
  return {
    book: t`Book on ${date}`,
    move: t`Move on ${date}`,
    swap: t`Swap the desk on ${date}`,
    cancel: t`Cancel the booking on ${date}`,
    follow: t`Back to the usual week on ${date}`,
  }
}

interface ButtonsProps {
  readonly day: UserDay
  readonly onOpen: (what: What) => void
  readonly children: ReactNode
}

/** What can be done with the booking of a day. */
export const DayButtons = ({ day, onOpen, children }: ButtonsProps) => (
  <Group gap={6} wrap="nowrap">
    <Button
      size="compact-sm"
      variant="default"
      aria-label={day.booking ? wordsOf(day).move : wordsOf(day).book}
      onClick={() => onOpen('book')}
    >
      {day.booking ? t({ message: 'Move', context: 'booking' }) : t`Book`}
    </Button>
    {day.booking?.placeId ? (
      <Button size="compact-sm" variant="default" aria-label={wordsOf(day).swap} onClick={() => onOpen('swap')}>
        <Trans>Swap</Trans>
      </Button>
    ) : null}
    {children}
  </Group>
)
