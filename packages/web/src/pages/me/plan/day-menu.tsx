import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { type LoadedMenuProps, useLoadedMenu } from '../../../components/loaded-menu.tsx'
import { cancelBooking, type DayCommand, followWeekPlan } from '../../../workplace/day-commands.ts'
import type { UserDay } from '../../../workplace/plans.ts'

interface Props {
  readonly day: UserDay
  /** Whether there is nothing to do. */
  readonly isEmpty: boolean
  /** True while a change of the day is being saved: another one would be dropped. */
  readonly isBusy: boolean
  readonly run: (command: DayCommand) => void
}

/** What is rarely done with a day. */
export const DayMenu = ({ button, wasPressed, day, isEmpty, isBusy, run }: LoadedMenuProps & Props) => {
  const { opened, onChange } = useLoadedMenu(wasPressed)
  return (
    <Menu position="bottom-end" withinPortal opened={opened} onChange={(next) => onChange(next && !isEmpty)}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {day.booking ? (
          <Menu.Item disabled={isBusy} onClick={() => run(cancelBooking(day.day))}>
            <Trans>Cancel the booking</Trans>
          </Menu.Item>
        ) : null}
        {day.planOrigin === 'day-plan' ? (
          <Menu.Item disabled={isBusy} onClick={() => run(followWeekPlan(day.day))}>
            <Trans>Back to the usual week</Trans>
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}
