import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { List, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { DayExplanation } from '@rollcall/contract'
import type { ReactNode } from 'react'
import { fullDay } from '../../../time/days.ts'
import { exactMomentText } from '../../../time/zoned-time.ts'
import { useZones } from '../../../workplace/directory.ts'
import { restatedWords } from './done-words.ts'
import { ruleWords } from './rule-words.ts'
import { BookingPart, EventsPart, PlanPart } from './story-parts.tsx'
import type { Person } from './use-rights.ts'
import { checksOf } from './what-to-check.tsx'
import { AttendanceSignal } from './words.tsx'

interface Props {
  readonly explained: DayExplanation
  readonly person: Person
}

/** The story of a day, from the plan to the attendance. */
export const Story = ({ explained, person }: Props) => {
  const { day, attendance, rule, restatedAt, plannedLocation } = explained
  const restatedBy = restatedWords(explained)
  const zoneOf = useZones()
  const zone = zoneOf(attendance?.attendanceLocationId ?? plannedLocation?.locationId ?? person.primaryLocationId)
  const checks = checksOf(explained, person)
  const type = attendance?.attendanceType
  const [date, restated] = [fullDay(day), restatedAt && exactMomentText(restatedAt, zone)]
  return (
    <Stack gap="md">
      <Part title={t`What came of ${date}`}>
        <Text size="lg" fw={500} data-rule={rule.code} mb={4}>
          {ruleWords(rule)}
        </Text>
        <Text size="sm">
          {restated ? (
            <Trans>
              Attendance: <AttendanceSignal type={type} />. Last restated {restated}: {restatedBy}.
            </Trans>
          ) : (
            <Trans>
              Attendance: <AttendanceSignal type={type} />. Nothing has changed since the day ended.
            </Trans>
          )}
        </Text>
      </Part>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Part title={t`Plan`}>
          <PlanPart explained={explained} zone={zone} />
        </Part>
        <Part title={t`Booking`}>
          <BookingPart explained={explained} zone={zone} />
        </Part>
      </SimpleGrid>
      <Part title={t`Presence events`}>
        <EventsPart explained={explained} zoneOf={zoneOf} />
      </Part>
      <Part title={t`What to check`}>
        <List size="sm" spacing={6} pr="md">
          {checks.map(({ key, text }) => (
            <List.Item key={key}>{text}</List.Item>
          ))}
        </List>
      </Part>
    </Stack>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Paper component="section" withBorder p="md" aria-label={title} miw={0}>
    <Title order={2} size="h4" mb="xs">
      {title}
    </Title>
    {children}
  </Paper>
)
