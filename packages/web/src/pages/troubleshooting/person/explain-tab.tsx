import { t } from '@lingui/core/macro'
import { ActionIcon, Group, Stack } from '@mantine/core'
import { ANALYSTS } from '@rollcall/contract'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { DayField } from '../../../components/fields.tsx'
import { NotForYou, QueryState } from '../../../components/states.tsx'
import { addDays, isDay, todayIn } from '../../../time/days.ts'
import { useZones } from '../../../workplace/directory.ts'
import { Story } from './story.tsx'
import { type Person, useRights } from './use-rights.ts'

const route = getRouteApi('/shell/people/$userId')

/** Explains the attendance of one day. */
export const ExplainTab = ({ person }: { person: Person }) => {
  const { attendance } = useRights(person)
  return attendance ? <Explained person={person} /> : <NotForYou what={t`How attendance came about`} roles={ANALYSTS} />
}

const Explained = ({ person }: { person: Person }) => {
  const search = route.useSearch()
  const zoneOf = useZones()
  // Yesterday is the newest day that can be complete.
  const day = search.day ?? addDays(todayIn(zoneOf(person.primaryLocationId)), -1)
  const explanation = useQuery(apiQuery('explainDay', { params: { userId: person.userId, day } }))
  return (
    <Stack gap="md">
      <DayStep key={day} day={day} />
      <QueryState query={explanation} height={700}>
        {(explained) => <Story explained={explained} person={person} />}
      </QueryState>
    </Stack>
  )
}

const DayStep = ({ day }: { day: string }) => {
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState(day)
  const go = (next: string): void => {
    setTyped(next)
    if (isDay(next)) void navigate({ search: { tab: 'explain', day: next }, resetScroll: false })
  }
  return (
    <Group gap={4} align="flex-end">
      <DayField label={t`Day`} w={190} isPast value={typed} onChange={go} />
      <ActionIcon variant="default" size={36} aria-label={t`Previous day`} onClick={() => go(addDays(day, -1))}>
        <IconChevronLeft size={18} />
      </ActionIcon>
      <ActionIcon variant="default" size={36} aria-label={t`Next day`} onClick={() => go(addDays(day, 1))}>
        <IconChevronRight size={18} />
      </ActionIcon>
    </Group>
  )
}
