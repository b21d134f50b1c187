import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Badge, Button, Group, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { personName } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'
import { QueryState } from '../../../components/states.tsx'
import { addDays, shortDay } from '../../../time/days.ts'
import { DayName } from '../../../workplace/day-name.tsx'
import { LostDesk } from '../../../workplace/lost-desk.tsx'
import type { Building } from '../../../workplace/me.tsx'
import { PlanSwitch } from '../../../workplace/plan-switch.tsx'
import type { Plan, UserDay } from '../../../workplace/plans.ts'
import { bookedPlace, ORIGINS, PLANS } from '../../../workplace/plans.ts'
import { BookModal } from './book-modal.tsx'
import { cancel, followWeek, type Person, setPlan, useDayChange } from './change-day.ts'
import { SwapModal } from './swap-modal.tsx'

interface Props {
  readonly person: Person
  readonly monday: string
  readonly today: string
  readonly home: Building | undefined
}

type Open = { readonly what: 'book' | 'swap'; readonly day: UserDay }

/** The names of the buttons of a day, for screen readers. */
const wordsOf = ({ day }: UserDay) => {
  const date = shortDay(day)
  return {
    book: t`Book on ${date}`,
    move: t`Move on ${date}`,
    swap: t`Swap the desk on ${date}`,
    cancel: t`Cancel the booking on ${date}`,
    follow: t`Back to the usual week on ${date}`,
  }
}

const plannedText = (name: string, plan: Plan, day: string): string => {
  const { label } = PLANS[plan]
  const date = shortDay(day)
  return t`${name} is planned: ${label}, ${date}.`
}

const followsText = (name: string, day: string): string => {
  const date = shortDay(day)
  return t`${date} follows the usual week of ${name}.`
}

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
          <Table.ScrollContainer
            minWidth={860}
            scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t`Week of ${name}` } }}
          >
            <Table verticalSpacing="sm" aria-label={t`Week of ${name}`}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>
                    <Trans>Day</Trans>
                  </Table.Th>
                  <Table.Th>
                    <Trans>Plan</Trans>
                  </Table.Th>
                  <Table.Th>
                    <Trans>Booked</Trans>
                  </Table.Th>
                  <Table.Th>
                    <Trans>Change</Trans>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map((day) => (
                  <Table.Tr key={day.day} aria-label={shortDay(day.day)}>
                    <Table.Th scope="row" fw={600} style={{ whiteSpace: 'nowrap' }}>
                      {shortDay(day.day)}
                      <Text size="xs" c="dimmed">
                        {day.day === today ? t`Today` : day.planOrigin ? ORIGINS[day.planOrigin] : t`no plan yet`}
                      </Text>
                    </Table.Th>
                    <Table.Td>
                      {day.planOrigin === 'time-off' ? (
                        <Badge variant="outline" color="gray" c="var(--mantine-color-text)">
                          <Trans>Time off</Trans>
                        </Badge>
                      ) : (
                        <PlanSwitch
                          day={day.day}
                          plan={day.plan}
                          isBusy={change.isPending}
                          onChange={(plan) =>
                            change.mutate({ run: () => setPlan(person, day, plan), done: plannedText(name, plan, day.day) })
                          }
                        />
                      )}
                    </Table.Td>
                    <Table.Td>
                      <DayName day={day} />
                      {day.booking ? `${bookedPlace(day.booking)}, ${day.booking.locationName}` : '–'}
                      {day.lostBooking ? <LostDesk lost={day.lostBooking} isOwn={false} /> : null}
                    </Table.Td>
                    <Table.Td>
                      {day.planOrigin === 'time-off' ? null : (
                        <DayButtons day={day} onOpen={(what) => setOpen({ what, day })}>
                          {day.booking ? (
                            <Button
                              size="compact-sm"
                              variant="default"
                              disabled={change.isPending}
                              aria-label={wordsOf(day).cancel}
                              onClick={() =>
                                change.mutate({ run: () => cancel(person, day), done: t`The booking of ${name} is canceled.` })
                              }
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
                              onClick={() =>
                                change.mutate({ run: () => followWeek(person, day), done: followsText(name, day.day) })
                              }
                            >
                              <Trans>Usual week</Trans>
                            </Anchor>
                          ) : null}
                        </DayButtons>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </QueryState>
      {open?.what === 'book' ? <BookModal person={person} day={open.day} onClose={close} /> : null}
      {open?.what === 'swap' ? <SwapModal person={person} day={open.day} onClose={close} /> : null}
    </>
  )
}

interface ButtonsProps {
  readonly day: UserDay
  readonly onOpen: (what: Open['what']) => void
  readonly children: React.ReactNode
}

const DayButtons = ({ day, onOpen, children }: ButtonsProps) => (
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
