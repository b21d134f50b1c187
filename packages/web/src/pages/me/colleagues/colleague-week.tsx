import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, SegmentedControl, Table, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useLayoutEffect, useState } from 'react'
import type { Answer } from '../../../api/call.ts'
import { personName, showNumber } from '../../../components/format.ts'
import { useKeptFocus } from '../../../components/kept-focus.ts'
import { LANGUAGE } from '../../../language/language.ts'
import { shortDay, shortWeekday, weekdayName, weekdayOf } from '../../../time/days.ts'
import { PLANS } from '../../../workplace/plans.ts'
import { SeatOfColleague } from '../../../workplace/seat-of-colleague.tsx'
import classes from './colleague-week.module.css'

type ColleagueDay = Answer<'listColleagueDays'>['items'][number]

interface PersonOfWeek {
  readonly userId: string
  readonly name: string
  readonly group: string | null
  readonly isMe: boolean
  readonly days: ReadonlyMap<string, ColleagueDay>
}

const { compare } = new Intl.Collator(LANGUAGE)

/** The days grouped by person: the signed-in user first, others by name. */
export const peopleOfWeek = (days: readonly (readonly ColleagueDay[])[], me: string): PersonOfWeek[] =>
  [...Map.groupBy(days.flat(), ({ userId }) => userId)]
    .map(([userId, own]) => ({
      userId,
      name: personName(own[0] as ColleagueDay),
      group: own[0]?.primaryGroupName ?? null,
      isMe: userId === me,
      days: new Map(own.map((each) => [each.day, each])),
    }))
    .sort((a, b) => Number(b.isMe) - Number(a.isMe) || compare(a.name, b.name))

/** Monday to Friday, today, and the days of the weekend on which anyone has a plan. */
export const shownDays = (week: readonly string[], people: readonly PersonOfWeek[], today: string): string[] =>
  week.filter((day) => weekdayOf(day) <= 5 || day === today || people.some(({ days }) => days.has(day)))

/** The next planned day in the office of those that are shown, from today on: a later week does not know what is before it. */
const nextIn = (week: readonly string[], { days }: PersonOfWeek, today: string): string | undefined => {
  const next = week.includes(today) ? week.find((day) => day >= today && days.get(day)?.plan === 'o') : undefined
  if (!next) return undefined
  const building = days.get(next)?.locationName ?? ''
  if (next === today) return building ? t`Plans to be in today, ${building}` : t`Plans to be in today`
  const weekday = weekdayName(next)
  return building ? t`Next in the office: ${weekday}, ${building}` : t`Next in the office: ${weekday}`
}

interface Props {
  readonly week: readonly string[]
  readonly people: readonly PersonOfWeek[]
  readonly today: string
  /** The building where the user is on a day, as far as it is known. */
  readonly ownBuildingOn: (day: string) => string | undefined
  /** The day that a phone shows, and how to show another. */
  readonly day: string
  readonly onDay: (day: string) => void
  /** Whether the days of all buildings are known, so that the next one in the office is. */
  readonly isOfAllBuildings: boolean
}

/** Number of rows shown at first, and added by each "Show more". */
const STEP = 100

/** A row for each colleague, a column for each day; on a phone, which has room for one, the days are chosen above. */
export const ColleagueWeek = ({ week, people, today, ownBuildingOn, day: chosen, onDay, isOfAllBuildings }: Props) => {
  const [limit, setLimit] = useState(STEP)
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  // Of days that are over, too, colleagues may know what was planned, and not who came.
  const plannedWords = (day: string) => {
    const count = people.filter(({ days }) => days.get(day)?.plan === 'o').length
    return t`${count} planned to be in`
  }
  const count = showNumber(people.length)
  const shown = week.includes(chosen) ? chosen : (week[0] ?? chosen)
  const columns = isNarrow ? [shown] : week
  const kept = useKeptFocus<HTMLDivElement>()
  const viewport = kept.target.ref
  const [monday] = week
  // Where the week is wider than the screen, it begins with today instead of with days that are over.
  useLayoutEffect(() => {
    const now = monday ? viewport.current?.querySelector<HTMLElement>('[aria-current="date"]') : undefined
    const names = now?.parentElement?.firstElementChild as HTMLElement | null | undefined
    viewport.current?.scrollTo({ left: now && names ? now.offsetLeft - names.offsetWidth : 0 })
  }, [monday, viewport])
  const ofDay = (day: string) => (day === today ? classes.today : undefined)
  return (
    <>
      {isNarrow ? (
        <SegmentedControl
          fullWidth
          aria-label={t`Day`}
          value={shown}
          onChange={onDay}
          data={week.map((day) => ({ value: day, label: `${shortWeekday(day)} ${Number(day.slice(8))}` }))}
          styles={{ label: { paddingInline: 4 } }}
        />
      ) : null}
      <Table.ScrollContainer
        minWidth={isNarrow ? 0 : 180 + week.length * 116}
        scrollAreaProps={{
          viewportRef: viewport,
          viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t`Days of colleagues` },
        }}
      >
        <Table withTableBorder verticalSpacing={6} highlightOnHover layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th className={classes.first}>
                <Trans>Colleague</Trans>
              </Table.Th>
              {columns.map((day) => (
                <Table.Th key={day} className={ofDay(day)} aria-current={day === today ? 'date' : undefined}>
                  {shortDay(day)}
                  <Text size="xs" c="dimmed">
                    {plannedWords(day)}
                  </Text>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {people.slice(0, limit).map((person) => {
              const { userId, name, group, isMe, days } = person
              return (
                <Table.Tr key={userId}>
                  <Table.Th scope="row" className={classes.first}>
                    <Text size="sm" fw={600}>
                      {isMe ? t`${name} (you)` : name}
                    </Text>
                    <Text size="xs" c="dimmed" fw={400}>
                      {group}
                    </Text>
                    <Text size="xs" fw={400}>
                      {isOfAllBuildings ? nextIn(week, person, today) : null}
                    </Text>
                  </Table.Th>
                  {columns.map((day) => (
                    <Table.Td key={day} className={ofDay(day)}>
                      <PlanOf day={days.get(day)} canJoin={!isMe && day >= today} mineId={ownBuildingOn(day)} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {people.length > limit ? (
        <Button variant="default" onClick={() => setLimit(limit + STEP)} style={{ alignSelf: 'center' }} {...kept.area}>
          <Trans>Show more of {count} colleagues</Trans>
        </Button>
      ) : null}
    </>
  )
}

interface PlanProps {
  readonly day: ColleagueDay | undefined
  readonly canJoin: boolean
  readonly mineId: string | undefined
}

const PlanOf = ({ day, canJoin, mineId }: PlanProps) => {
  if (!day?.plan) return <Text c="dimmed">–</Text>
  const { label, icon: Icon } = PLANS[day.plan]
  const isOffice = day.plan === 'o'
  return (
    <>
      <Group gap={4} wrap="nowrap">
        <Icon size={14} aria-hidden="true" />
        <Text size="sm" fw={isOffice ? 600 : 400} c={isOffice ? undefined : 'dimmed'}>
          {isOffice ? (day.locationName ?? label) : label}
        </Text>
      </Group>
      {day.placeName || day.zoneName ? (
        <Text size="xs" c="dimmed">
          {canJoin ? <SeatOfColleague person={day} mineId={mineId} /> : (day.placeName ?? day.zoneName)}
        </Text>
      ) : null}
    </>
  )
}
