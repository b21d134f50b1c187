import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { EmptyState } from '../../../components/states.tsx'
import { useCreating } from '../../../components/table/creating.ts'
import { type Calendar, yearOf } from '../../../workplace/calendar.ts'
import { ClosuresPanel } from './closures-panel.tsx'
import { DayPanel } from './day-panel.tsx'
import { HolidaysPanel } from './holidays-panel.tsx'
import { type Open, OpenDialog } from './open-dialog.tsx'
import { OutagesPanel } from './outages-panel.tsx'
import { WorkingDaysPanel } from './working-days-panel.tsx'
import { YearGrid } from './year-grid.tsx'

interface Props {
  readonly calendar: Calendar
  readonly canChange: boolean
  readonly onYear: (year: number) => void
}

/** The year of a building, and what can be changed in it. */
export const BuildingCalendar = ({ calendar, canChange, onYear }: Props) => {
  const { year, today, holidays, closures } = calendar
  const [chosen, setChosen] = useState<string>()
  const [open, setOpen] = useState<Open>()
  const [isAdding, setAdding] = useCreating()
  const [entered, setEntered] = useState<string>()
  useEffect(() => {
    if (!entered || yearOf(entered) !== year) return
    setEntered(undefined)
    document.querySelector(`button[data-day="${entered}"]`)?.scrollIntoView({ block: 'center' })
  }, [entered, year])
  const showEntered = (of: string) => {
    setChosen(of)
    setEntered(of)
    if (yearOf(of) !== year) onYear(yearOf(of))
  }
  const inYear = (day: string) => day.startsWith(String(year))
  const day = chosen && inYear(chosen) ? chosen : inYear(today) ? today : `${year}-01-01`
  const part = { calendar, onOpen: canChange ? setOpen : undefined }
  return (
    <Stack gap="lg">
      {holidays.length === 0 && closures.length === 0 ? <Nothing year={year} onOpen={part.onOpen} /> : null}
      <DayPanel {...part} day={day} />
      <YearGrid calendar={calendar} day={day} onDay={setChosen} />
      <WorkingDaysPanel calendar={calendar} canChange={canChange} />
      <HolidaysPanel {...part} />
      <ClosuresPanel {...part} />
      <OutagesPanel {...part} />
      {open ? <OpenDialog calendar={calendar} open={open} onEntered={showEntered} onClose={() => setOpen(undefined)} /> : null}
      {isAdding && canChange ? (
        <OpenDialog calendar={calendar} open={{ what: 'holiday' }} onEntered={showEntered} onClose={() => setAdding(false)} />
      ) : null}
    </Stack>
  )
}

/** Says what the calendar is for while it is empty. */
const Nothing = ({ year, onOpen }: { year: number; onOpen: ((open: Open) => void) | undefined }) => (
  <EmptyState title={t`No holidays or closures in ${year} yet`} height={140}>
    <Trans>
      Without them, people are booked and counted as absent on days when no one works. Countries and HR systems publish public
      holidays as iCalendar files (.ics).
    </Trans>{' '}
    {onOpen ? (
      <Group justify="center" gap="xs" mt="sm">
        <Button size="xs" onClick={() => onOpen({ what: 'import' })}>
          <Trans>Import a file of holidays</Trans>
        </Button>
        <Button size="xs" variant="default" onClick={() => onOpen({ what: 'holiday' })}>
          <Trans>Enter the first holiday</Trans>
        </Button>
      </Group>
    ) : (
      <Trans>Workplace administrators enter them.</Trans>
    )}
  </EmptyState>
)
