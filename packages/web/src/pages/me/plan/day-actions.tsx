import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Group, Text } from '@mantine/core'
import { IconArmchair, IconDots } from '@tabler/icons-react'
import { ButtonLink } from '../../../components/links.tsx'
import { LoadedMenu } from '../../../components/loaded-menu.tsx'
import { shortDay } from '../../../time/days.ts'
import type { DayCommand } from '../../../workplace/day-commands.ts'
import type { UserDay } from '../../../workplace/plans.ts'

const loadMenu = () => import('./day-menu.tsx').then(({ DayMenu }) => DayMenu)

interface Props {
  readonly day: UserDay
  readonly isOff: boolean
  /** True for days further ahead than users may book. */
  readonly isBeyond: boolean
  /** True on a holiday or closed day of the building that does not allow bookings. */
  readonly isClosed: boolean
  /** True while a change of the day is being saved. */
  readonly isBusy: boolean
  readonly run: (command: DayCommand) => void
}

/** The actions of a day besides planning it. */
export const DayActions = ({ day, isOff, isBeyond, isClosed, isBusy, run }: Props) => {
  if (day.isPast || isOff) return null
  const { booking } = day
  const ofDay = shortDay(day.day)
  const isEmpty = !booking && day.planOrigin !== 'day-plan'
  return (
    <Group gap={6} wrap="nowrap">
      {isBeyond || isClosed ? (
        // What is planned or booked all the same can be taken back.
        <Text size="xs" c="dimmed" maw={170}>
          {isBeyond ? <Trans>Too far ahead to book a desk</Trans> : <Trans>No bookings on this day</Trans>}
        </Text>
      ) : (
        <ButtonLink
          to="/me/desk"
          search={{ day: day.day }}
          size="sm"
          variant="default"
          leftSection={<IconArmchair size={16} />}
          aria-label={booking ? t`Move on ${ofDay}` : t`Choose a desk on ${ofDay}`}
        >
          {booking ? t({ message: 'Move', context: 'booking' }) : t`Choose a desk`}
        </ButtonLink>
      )}
      <LoadedMenu
        load={loadMenu}
        props={{ day, isEmpty, isBusy, run }}
        button={
          // It is not `disabled`, because the menu gives it the focus back after the last of its actions.
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t`More for ${ofDay}`}
            aria-haspopup="menu"
            aria-expanded={false}
            aria-disabled={isEmpty}
            data-disabled={isEmpty || undefined}
          >
            <IconDots size={16} />
          </ActionIcon>
        }
      />
    </Group>
  )
}
