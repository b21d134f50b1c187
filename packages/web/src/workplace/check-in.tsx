import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Group, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useCallback, useRef } from 'react'
import { shortDay } from '../time/days.ts'
import { timeText } from '../time/zoned-time.ts'
import { checkIn, type DayCommand } from './day-commands.ts'
import { useBuildings } from './me.tsx'
import type { UserDay } from './plans.ts'

interface Props {
  readonly day: UserDay
  readonly isToday: boolean
  readonly isBusy: boolean
  readonly run: (command: DayCommand) => void
}

/** On the day of today: the button that confirms the booking, with the time until which it is needed, or why it is not needed. */
export const CheckIn = ({ day: { day, dayType, booking, checkInBy }, isToday, isBusy, run }: Props) => {
  const buildings = useBuildings()
  const wasPressed = useRef(false)
  // What takes the place of the pressed button gets the focus, which would be lost with it.
  const keep = useCallback((element: HTMLElement | null): void => {
    if (wasPressed.current) element?.focus({ preventScroll: true })
  }, [])
  const leave = (): void => {
    wasPressed.current = false
  }
  if (!booking || !isToday) return null
  const building = buildings.find(({ locationId }) => locationId === booking.locationId)
  const timeZone = building?.timeZone ?? 'UTC'
  if (booking.checkedInAt) {
    return (
      <Badge
        ref={keep}
        tabIndex={-1}
        onBlur={leave}
        variant="outline"
        c="var(--mantine-color-text)"
        tt="none"
        radius="sm"
        leftSection={<IconCheck size={12} aria-hidden="true" />}
      >
        <Trans>Checked in at {timeText(booking.checkedInAt, timeZone)}</Trans>
      </Badge>
    )
  }
  if (!checkInBy) {
    if (!building || building.checkInMode === 'none') return null
    const { locationName } = building
    return (
      <Text size="sm" c="dimmed">
        {dayType === 'workday'
          ? t`No check-in needed: your booking stays.`
          : t`No check-in needed: today is no working day of ${locationName}.`}
      </Text>
    )
  }
  return (
    <Group gap="xs" my={2}>
      <Button
        ref={keep}
        size="xs"
        // It is not `disabled`, because that would remove the keyboard focus.
        aria-disabled={isBusy}
        aria-label={t`Check in for ${shortDay(day)}`}
        onBlur={leave}
        onClick={() => {
          if (isBusy) return
          wasPressed.current = true
          run(checkIn(day))
        }}
      >
        <Trans>Check in</Trans>
      </Button>
      <Text size="sm">
        <Trans>by {timeText(checkInBy, timeZone)}, or the booking is released</Trans>
      </Text>
    </Group>
  )
}
