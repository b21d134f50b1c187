import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Badge, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { personName } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'
import { QueryState } from '../../../components/states.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { addDays, shortDay } from '../../../time/days.ts'
import { DayName } from '../../../workplace/day-name.tsx'
import { LostDesk } from '../../../workplace/lost-desk.tsx'
import type { Building } from '../../../workplace/me.tsx'
import { PlanSwitch } from '../../../workplace/plan-switch.tsx'
import type { Plan, UserDay } from '../../../workplace/plans.ts'
import { bookedPlace, ORIGINS, PLANS } from '../../../workplace/plans.ts'
import { BookModal } from './book-modal.tsx'
import { cancel, followWeek, type Person, setPlan, useDayChange } from './change-day.ts'
import { DayButtons, type What, wordsOf } from './day-buttons.tsx'
import { SwapModal } from './swap-modal.tsx'

interface Props {
  readonly person: Person
  readonly monday: string
  readonly today: string
  readonly home: Building | undefined
}

type Open = { readonly what: What; readonly day: UserDay }

const plannedText = (name: string, plan: Plan, day: string): string => {
  const { label } = PLANS[plan]
  const date = shortDay(day)
  return t`${name} is planned: ${label}, ${date}.`
}

const followsText = (name: string, day: string): string => {
  const date = shortDay(day)
  return t`${date} follows the usual week of ${name}.`
}

const bookedText = (booking: NonNullable<UserDay['booking']>): string => `${bookedPlace(booking)}, ${booking.locationName}`

/** The week of one person, day by day, with the actions for each day. */
export const PersonWeek = ({ person, monday, today, home }: Props) => {
  const [open, setOpen] = useState<Open>()
  const range = { startDate: monday, endDate: addDays(monday, 6) }
  const days = useQuery(apiQuery('listUserDays', { params: { userId: person.userId }, query: range }))
  const change = useDayChange()
  const name = personName(person)
  const building = home?.locationName
  if (person.status === 'inactive')
    return (
      <Text>
        <Trans>{name} has left, so there is nothing to plan or book.</Trans>
      </Text>
    )
  const close = () => setOpen(undefined)
  const columns: readonly ListColumn<UserDay>[] = [
    {
      key: 'day',
      name: t`Day`,
      value: ({ day }) => day,
      render: ({ day, planOrigin }) => (
        <>
          {shortDay(day)}
          <Text size="xs" c="dimmed">
            {day === today ? t`Today` : planOrigin ? ORIGINS[planOrigin] : t`no plan yet`}
          </Text>
        </>
      ),
    },
    {
      key: 'plan',
      name: t`Plan`,
      value: ({ plan, planOrigin }) => (planOrigin === 'time-off' ? t`Time off` : plan && PLANS[plan].label),
      render: (day) =>
        day.planOrigin === 'time-off' ? (
          <Badge variant="outline" color="gray" c="var(--mantine-color-text)">
            <Trans>Time off</Trans>
          </Badge>
        ) : (
          <PlanSwitch
            day={day.day}
            plan={day.plan}
            isBusy={change.isPending}
            onChange={(plan) => change.mutate({ run: () => setPlan(person, day, plan), done: plannedText(name, plan, day.day) })}
          />
        ),
    },
    {
      key: 'booked',
      name: t`Booked`,
      value: ({ booking }) => booking && bookedText(booking),
      render: (day) => (
        <>
          <DayName day={day} />
          {day.booking ? bookedText(day.booking) : '–'}
          {day.lostBooking ? <LostDesk lost={day.lostBooking} isOwn={false} /> : null}
        </>
      ),
    },
    {
      key: 'change',
      name: t`Change`,
      value: () => null,
      isAction: true,
      render: (day) =>
        day.planOrigin === 'time-off' ? (
          ''
        ) : (
          <DayButtons day={day} onOpen={(what) => setOpen({ what, day })}>
            {day.booking ? (
              <Button
                size="compact-sm"
                variant="default"
                disabled={change.isPending}
                aria-label={wordsOf(day).cancel}
                onClick={() => change.mutate({ run: () => cancel(person, day), done: t`The booking of ${name} is canceled.` })}
              >
                <Trans context="booking">Cancel</Trans>
              </Button>
            ) : null}
            {day.planOrigin === 'day-plan' && day.day >= today ? (
              <Anchor
                component="button"
                type="button"
                size="sm"
                underline="always"
                aria-label={wordsOf(day).follow}
                onClick={() => change.mutate({ run: () => followWeek(person, day), done: followsText(name, day.day) })}
              >
                <Trans>Usual week</Trans>
              </Anchor>
            ) : null}
          </DayButtons>
        ),
    },
  ]
  return (
    <>
      <Text size="sm">
        {building ? t`${name}, ${building}.` : t`${name}, without a primary building.`}{' '}
        <TextLink to="/people/$userId" params={{ userId: person.userId }} underline="always">
          <Trans>Presence and log of this person</Trans>
        </TextLink>
      </Text>
      <QueryState query={days} height={440}>
        {({ items }) => (
          <FactTable
            id="week"
            label={t`Week of ${name}`}
            columns={columns}
            rows={items}
            rowKey={({ day }) => day}
            isSortable={false}
            minWidth={860}
          />
        )}
      </QueryState>
      {open?.what === 'book' ? <BookModal person={person} day={open.day} onClose={close} /> : null}
      {open?.what === 'swap' ? <SwapModal person={person} day={open.day} onClose={close} /> : null}
    </>
  )
}
