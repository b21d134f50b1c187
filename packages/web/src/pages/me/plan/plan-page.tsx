import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, List, SegmentedControl, VisuallyHidden } from '@mantine/core'
import { IconCalendarPlus, IconCalendarRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useRef, useState } from 'react'
import { AnchorLink } from '../../../components/links.tsx'
import { notifyFailed } from '../../../components/notices.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { PeriodNav } from '../../../components/period-nav.tsx'
import { lazyPage } from '../../../shell/lazy-page.tsx'
import { dayOf } from '../../../shell/search.ts'
import { addDays, addMonths, dayRange, firstOfMonth, mondayOf, monthName, shortDay } from '../../../time/days.ts'
import { useIsClosed } from '../../../workplace/calendar.ts'
import { type Lost, lostWords } from '../../../workplace/lost-words.ts'
import { type Building, useHome, useMe, useToday } from '../../../workplace/me.tsx'
import type { UserDay } from '../../../workplace/plans.ts'
import { userDaysQuery } from '../../../workplace/user-days.ts'
import { useOpeningDay } from '../shared/use-opening-day.ts'
import { WrongAddress } from '../shared/wrong-address.tsx'
import { MonthPlan } from './month-plan.tsx'
import { WeekDays } from './week-days.tsx'

type SeveralDaysProps = { isOpen: boolean; onClose: () => void; start: string; today: string }
const SeveralDaysModal = lazyPage<SeveralDaysProps>(() => import('./several-days-modal.tsx'), 'SeveralDaysModal')
const WeekPlanModal = lazyPage<{ isOpen: boolean; onClose: () => void }>(() => import('./week-plan-modal.tsx'), 'WeekPlanModal')

/** The plan of the user for each day, and where they sit. */
export const PlanPage = () => {
  const search = useSearch({ from: '/shell/me' })
  const navigate = useNavigate({ from: '/me' })
  const today = useToday()
  const opening = useOpeningDay()
  const home = useHome()
  const { edit, ...period } = search
  const setEdit = (next?: 'usual') => void navigate({ search: { ...period, ...(next ? { edit: next } : {}) }, replace: true })
  // A dialog stays after it was open, so that it gives the focus back when it closes.
  const wasUsual = useRef(false)
  wasUsual.current ||= edit === 'usual'
  const [several, setSeveral] = useState<'open' | 'closed'>()
  const day = dayOf(search.day) ?? opening
  const isMonth = search.view === 'month'
  const monday = mondayOf(day)
  const first = isMonth ? firstOfMonth(day) : monday
  const start = first > today ? first : today
  // On Saturday and Sunday the week is over for most people.
  const isWeekend = today >= addDays(monday, 5) && today <= addDays(monday, 6)
  const comingWeek = dayRange(addDays(monday, 7), addDays(monday, 13))
  const go = (to: string, view = search.view) =>
    void navigate({ search: { ...(to === opening ? {} : { day: to }), ...(view ? { view } : {}) } })

  return (
    <>
      <PageHeader
        title={t`Plan and desk`}
        description={<BookingWindow home={home} today={today} />}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconCalendarPlus size={18} />}
              onClick={() => void SeveralDaysModal.load().then(() => setSeveral('open'), notifyFailed)}
            >
              <Trans>Several days</Trans>
            </Button>
            <Button
              variant="default"
              leftSection={<IconCalendarRepeat size={18} />}
              onClick={() => void WeekPlanModal.load().then(() => setEdit('usual'), notifyFailed)}
            >
              <Trans>Usual week</Trans>
            </Button>
          </>
        }
      />
      <WrongAddress day={search.day} />
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
          aria-label={t`What is shown`}
          value={isMonth ? 'month' : 'week'}
          onChange={(view) => go(day, view === 'month' ? 'month' : undefined)}
          data={[
            { value: 'week', label: t`Week` },
            { value: 'month', label: t`Month` },
          ]}
        />
      </Group>
      {/* From Monday on where another week is shown, because the page that is shown offline keeps this week. */}
      <LostDays today={today} from={opening === today ? today : mondayOf(today)} />
      <VisuallyHidden component="h2">{isMonth ? t`Month` : t`Week`}</VisuallyHidden>
      {isMonth ? <MonthPlan month={day} today={today} /> : <WeekDays monday={monday} today={today} home={home} />}
      {isWeekend && !isMonth ? (
        <Button variant="default" mt="sm" onClick={() => go(addDays(monday, 7))}>
          {t`Plan ${comingWeek}`}
        </Button>
      ) : null}
      <Suspense>{wasUsual.current ? <WeekPlanModal isOpen={edit === 'usual'} onClose={() => setEdit()} /> : null}</Suspense>
      {several ? (
        <SeveralDaysModal isOpen={several === 'open'} onClose={() => setSeveral('closed')} start={start} today={today} />
      ) : null}
    </>
  )
}

/** Says how far ahead users can book. */
const BookingWindow = ({ home, today }: { home: Building | undefined; today: string }) => {
  const { primaryLocationName: building } = useMe()
  if (!home && building) {
    return t`${building} is out of service. A workplace administrator can set it active again, or give you another primary building.`
  }
  if (!home) return t`You have no primary building: choose one when you book.`
  const { locationName, bookingWindowDays: days } = home
  const lastDay = shortDay(addDays(today, days))
  return t`${locationName} takes bookings until ${lastDay} (${plural(days, { one: '# day', other: '# days' })} ahead).`
}

/** Number of days for which lost desks are shown. */
const AHEAD = 28

/** A notice at the top of the page: the future days on which the user has lost a desk and has no other yet. */
const LostDays = ({ today, from }: { today: string; from: string }) => {
  const { data } = useQuery(userDaysQuery(from, addDays(today, AHEAD)))
  const lost = (data?.items ?? []).flatMap((day) => (day.lostBooking && !day.booking ? [{ day, lost: day.lostBooking }] : []))
  const count = lost.length
  if (count === 0) return null
  return (
    <Alert
      color="yellow"
      variant="outline"
      mb="sm"
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
      title={plural(count, { one: 'You lost your desk on # day', other: 'You lost your desk on # days' })}
    >
      <List size="sm">
        {lost.map((each) => (
          <LostDay key={each.day.day} {...each} />
        ))}
      </List>
    </Alert>
  )
}

const LostDay = ({ day, lost }: { day: UserDay; lost: Lost }) => {
  const home = useHome()
  const isClosed = useIsClosed(day.locationId ?? home?.locationId ?? '', day)
  return (
    <List.Item>
      {shortDay(day.day)}: {lostWords(lost)}{' '}
      {isClosed ? null : (
        <AnchorLink to="/me/desk" search={{ day: day.day }} inherit underline="always">
          <Trans>Choose another</Trans>
        </AnchorLink>
      )}
    </List.Item>
  )
}
