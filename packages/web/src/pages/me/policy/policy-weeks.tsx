import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Card, Group, Stack, Text } from '@mantine/core'
import type { PolicyWeek } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { TextLink } from '../../../components/links.tsx'
import { EmptyState, QueryState } from '../../../components/states.tsx'
import { dayRange, shortDay } from '../../../time/days.ts'
import { ME } from '../../../workplace/me.tsx'
import { ruleWords } from '../../../workplace/policy-words.ts'
import { excuseWords, weekWords } from './week-words.ts'

const RESULTS = {
  met: { label: t`Met`, color: 'teal.9' },
  partly: { label: t`Partly met`, color: 'gray.7' },
  missed: { label: t`Not met`, color: 'gray.7' },
  exempt: { label: t`Nothing required`, color: 'gray.7' },
  open: { label: t`Not over yet`, color: 'blue.9' },
} as const

/** The weeks of the user, the last one first. */
export const PolicyWeeks = ({ from, to }: { from: string; to: string }) => {
  const weeks = useQuery(apiQuery('listUserPolicyWeeks', { params: ME, query: { from, to } }))
  return (
    <QueryState query={weeks} height={480}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState picture="calendar" title={t`No attendance policy applies to you`}>
            <Trans>
              Your group and the groups above it had none in these weeks, or nothing was recorded yet. Your{' '}
              <TextLink underline="always" to="/me">
                plan
              </TextLink>{' '}
              is yours to choose.
            </Trans>
          </EmptyState>
        ) : (
          <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {items.map((week) => (
              <Week key={week.firstDay + week.lastDay} week={week} />
            ))}
          </Stack>
        )
      }
    </QueryState>
  )
}

const Week = ({ week }: { week: PolicyWeek }) => {
  const { firstDay, lastDay, result, policyKind, policyDays, policyWeekdays, policyGroupName, excusedDays, workdays, days } = week
  const { label, color } = RESULTS[result]
  const weekdays = policyWeekdays?.split(',').map(Number) ?? null
  const rule = ruleWords({ kind: policyKind, days: policyDays, weekdays })
  const excused =
    excusedDays > 0 &&
    t`On ${plural(excusedDays, { one: '# working day', other: '# working days' })} of ${workdays} nothing is required, which reduces it in proportion.`
  const title = dayRange(firstDay, lastDay)
  const shown = days.filter(({ state }) => state !== 'none')
  return (
    <Card component="li" withBorder padding="md" aria-label={title}>
      <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
        <Text fw={600}>{title}</Text>
        <Badge variant="filled" color={color} tt="none" style={{ flexShrink: 0 }}>
          {label}
        </Badge>
      </Group>
      <Text>{weekWords(week)}</Text>
      <Text size="sm" c="dimmed">
        {[t`${rule}, policy of ${policyGroupName}.`, excused].filter(Boolean).join(' ')}
      </Text>
      {shown.length > 0 ? (
        <Group gap="md" mt={6} style={{ rowGap: 4 }}>
          {shown.map(({ day, state, excuse }) => (
            <Text key={day} size="sm">
              <TextLink to="/me" search={{ day }}>
                {shortDay(day)}
              </TextLink>{' '}
              {state === 'attended' ? t`counts` : state === 'planned' ? t`planned` : excuseWords(excuse)}
            </Text>
          ))}
        </Group>
      ) : null}
    </Card>
  )
}
