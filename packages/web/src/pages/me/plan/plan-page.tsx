import { Button, Group, SegmentedControl, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PageHeader } from '../../../components/page-header.tsx'
import { addDays, addMonths, dayRange, firstOfMonth, mondayOf, monthName } from '../../../time/days.ts'
import { PeriodNav } from '../shared/period-nav.tsx'
import { useHome, useToday } from '../shared/use-me.ts'
import { WeekPlanModal } from '../week-plan/week-plan-modal.tsx'
import { BookingWindow } from './booking-window.tsx'
import { LostDays } from './lost-days.tsx'
import { MonthPlan } from './month-plan.tsx'
import { WeekDays } from './week-days.tsx'

/** What somebody does on each day, and where they sit. */
export const PlanPage = () => {
  const search = useSearch({ from: '/shell/me' })
  const navigate = useNavigate({ from: '/me' })
  const today = useToday()
  const home = useHome()
  const [isEditing, { open, close }] = useDisclosure(false)
  const day = search.day ?? today
  const isMonth = search.view === 'month'
  const monday = mondayOf(day)
  const go = (to: string, view = search.view) =>
    void navigate({ search: { ...(to === today ? {} : { day: to }), ...(view ? { view } : {}) } })

  return (
    <>
      <PageHeader
        title="Plan and desk"
        description={<BookingWindow home={home} today={today} />}
        actions={
          <Button variant="default" leftSection={<IconCalendarRepeat size={18} />} onClick={open}>
            Usual week
          </Button>
        }
      />
      <Group justify="space-between" mb="sm">
        <PeriodNav
          unit={isMonth ? 'month' : 'week'}
          title={isMonth ? monthName(day) : dayRange(monday, addDays(monday, 6))}
          isCurrent={isMonth ? firstOfMonth(day) === firstOfMonth(today) : monday === mondayOf(today)}
          onPrevious={() => go(isMonth ? addMonths(firstOfMonth(day), -1) : addDays(monday, -7))}
          onNext={() => go(isMonth ? addMonths(firstOfMonth(day), 1) : addDays(monday, 7))}
          onCurrent={() => go(today)}
        />
        <SegmentedControl
          aria-label="What is shown"
          value={isMonth ? 'month' : 'week'}
          onChange={(view) => go(day, view === 'month' ? 'month' : undefined)}
          data={[
            { value: 'week', label: 'Week' },
            { value: 'month', label: 'Month' },
          ]}
        />
      </Group>
      <LostDays today={today} />
      <VisuallyHidden component="h2">{isMonth ? 'Month' : 'Week'}</VisuallyHidden>
      {isMonth ? <MonthPlan month={day} today={today} /> : <WeekDays monday={monday} today={today} home={home} />}
      <WeekPlanModal isOpen={isEditing} onClose={close} />
    </>
  )
}
